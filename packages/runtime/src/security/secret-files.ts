/** A part of a name that says that the file only shows the form: `.env.example`, `credentials.sample.json`. */
const EXAMPLE =
  /(?:^|[._-])(?:(?:examples?|samples?|templates?|tmpl|tpl|dummy)(?:[._-]|$)|(?:dist|defaults?|schema)$)/;

/** What editors and people add to the name of a copy. */
const COPY = /(?:~|[. ]|\.(?:bak|backup|old|orig|save|saved|swp|copy))+$/;

/** Names of files that usually contain credentials, in lower case. */
const SECRET_NAMES: readonly RegExp[] = [
  // Settings with credentials: .env, .env.local, .env-prod, prod.env
  /^\.env(?:rc)?(?:[._-].*)?$/,
  /\.env$/,
  // Settings of tools with tokens
  /^(?:\.npmrc|\.pypirc|[._]netrc|\.pgpass|\.my\.cnf|\.git-credentials|\.htpasswd|\.dockercfg|\.vault-token|\.boto|\.s3cfg|\.terraformrc|\.databrickscfg|\.yarnrc\.yml|rclone\.conf|wallet\.dat)$/,
  // Passwords that were typed, and lists of them
  /^\.\w{1,20}_history$/,
  /^(?:.*[._-])?passwords?\.(?:txt|csv|json|ya?ml)$/,
  // Private keys and key stores, except what is called public
  /^id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?(?:[._-](?!pub$).*)?$/,
  /^(?!(?:.*[._-])?pub(?:lic)?[._-]).*\.(?:pem|key|ppk)$/,
  /\.(?:p12|pfx|jks|keystore|kdbx|tfstate|tfvars)$/,
  // Credentials of accounts
  /^\.?(?:.*[._-])?credentials?(?:\.(?:json|toml|ya?ml|ini|xml|csv|db|properties))?$/,
  /^\.?secrets?\.(?:json|toml|ya?ml|ini|properties)$/,
  /^(?:token|auth|(?:.*[._-])key|.*-firebase-adminsdk-.*)\.json$/,
  /^client[._-]?secrets?(?:[._-].*)?\.json$/,
  /^(?:.*[._-])?service[._-]?account(?:[._-].*)?\.json$/,
  /^(?:.*\.)?kubeconfig(?:\.ya?ml)?$/,
];

const SECRET_FOLDER =
  /(?:^|\/)(?:\.(?:ssh|aws|azure|gnupg|kube|docker|oci|password-store)|\.config\/(?:gcloud|gh|hub))\//;

/** True for a file that may contain credentials, judged by its name. Models and clients never get it. */
export function mayContainSecrets(path: string): boolean {
  const folded = path.toLowerCase();
  if (SECRET_FOLDER.test(folded)) return true;
  const name = folded.slice(folded.lastIndexOf("/") + 1);
  const original = name.replace(COPY, "");
  return !EXAMPLE.test(original) && SECRET_NAMES.some((pattern) => pattern.test(original));
}
