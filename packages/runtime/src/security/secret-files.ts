/** Names under which people keep secrets for programs; examples of such files hold none. */
const SECRET_NAME =
  /^(?:\.env(?:rc|\.(?!(?:example|sample|template|dist|defaults?|schema)$).+)?|\.npmrc|\.pypirc|[._]netrc|\.pgpass|\.my\.cnf|\.git-credentials|\.htpasswd|\.dockercfg|\.vault-token|id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?)$/i;
const SECRET_FOLDER = /(?:^|\/)\.(?:ssh|aws|gnupg|kube|docker)\//i;

/** True for a file of a skill that keeps secrets by its name: programs of the skill may need it, models and clients do not. */
export function holdsSecrets(path: string): boolean {
  return SECRET_NAME.test(path.slice(path.lastIndexOf("/") + 1)) || SECRET_FOLDER.test(path);
}
