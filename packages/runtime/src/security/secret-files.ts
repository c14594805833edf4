/** Names of files that usually contain credentials; their `.example` variants do not. */
const SECRET_NAME =
  /^(?:\.env(?:rc|\.(?!(?:example|sample|template|dist|defaults?|schema)$).+)?|\.npmrc|\.pypirc|[._]netrc|\.pgpass|\.my\.cnf|\.git-credentials|\.htpasswd|\.dockercfg|\.vault-token|id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?)$/i;
const SECRET_FOLDER = /(?:^|\/)\.(?:ssh|aws|gnupg|kube|docker)\//i;

/** True for a file that may contain credentials, judged by its name. Models and clients never get it. */
export function mayContainSecrets(path: string): boolean {
  return SECRET_NAME.test(path.slice(path.lastIndexOf("/") + 1)) || SECRET_FOLDER.test(path);
}
