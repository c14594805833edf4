import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mayContainSecrets } from "./secret-files.ts";

const list = (text: string) => text.trim().split(/\s+/);

describe("U18 the name of a file", () => {
  it.each(
    list(`
      .env .ENV scripts/.env .env.local .env.production.local .envrc .env-prod .env_prod .env~ .env.bak prod.env
      config/my.env .npmrc .npmrc~ .netrc _netrc .pypirc .pgpass deep/er/.git-credentials keys/id_ed25519 id_rsa
      id_rsa.old id_rsa-work id_ecdsa_sk .aws/credentials home/.ssh/config .kube/config .docker/config.json
      .config/gcloud/access_tokens.db .config/gh/hosts.yml .azure/accessTokens.json .cargo/credentials.toml
      .gem/credentials credentials credentials.json gcp-credentials.json application_default_credentials.json
      server.pem tls.key store.p12 cert.pfx app.jks vault.kdbx login.ppk service-account.json
      service-account-prod.json my_service_account.json client_secret_123.json secrets.yaml secret.json kubeconfig
      prod.kubeconfig terraform.tfstate terraform.tfstate.backup prod.tfvars .yarnrc.yml rclone.conf wallet.dat
      .bash_history .psql_history passwords.txt db-passwords.csv token.json auth.json gcp-key.json
      app-firebase-adminsdk-1a2b.json
    `),
  )("%s suggests credentials", (path) => {
    expect(mayContainSecrets(path)).toBe(true);
  });

  it.each(
    list(`
      .env.example .env.sample template.env.example example.env .env.dist .env.defaults .env.schema .environment env
      environment.md .eslintrc.json .gitignore keys/id_ed25519.pub id_rsa.pub aws/credentials.md
      references/.hidden.md credentials.example.json service-account.sample.json public.pem jwt-public.key
      secrets.md docs/secrets-management.md references/service-account.md monkey.md keyboard.json tokens.css tokens.json
      design-tokens.json prod.tfvars.example password-policy.md history.md auth.md monkey.json
      SKILL.md scripts/rotate_credentials.py
    `),
  )("%s does not", (path) => {
    expect(mayContainSecrets(path)).toBe(false);
  });

  it("counts at any depth and in any case, and any path gets an answer", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (folder) => {
        expect(mayContainSecrets(`${folder}/.Env.Local`)).toBe(true);
        expect(mayContainSecrets(`${folder}/notes.md`)).toBe(
          /(?:^|\/)(?:\.(?:ssh|aws|azure|gnupg|kube|docker|oci|password-store)|\.config\/(?:gcloud|gh|hub))$/i.test(
            folder,
          ),
        );
      }),
    );
  });
});
