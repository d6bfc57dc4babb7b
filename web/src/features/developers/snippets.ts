import { programUrl } from './programs.ts';

/*
 * Code examples of the developers' page. deploy/tests/e2e/developers.long.e2e.test.ts takes them from the page and runs
 * those that need no payment.
 */

export const installCommands = (origin: string): string =>
  [`npm install --global ${programUrl(origin, 'g2-registry')}`, 'g2-registry --help'].join('\n');

export const runOnceCommand = (origin: string): string =>
  `npx --yes ${programUrl(origin, 'g2-registry')} register . --dry-run`;

export const loginCommand = (origin: string): string => `g2-registry login --url ${origin}`;

export const detailsFile = `{
  "title": "Sistema de Estoque",
  "description": "Controle de estoque com leitura de código de barras e inventário por setor.",
  "applicantName": "Ana Souza",
  "applicantEmail": "ana@empresa.example",
  "holderName": "Empresa Exemplo Ltda.",
  "jurisdiction": "brasil"
}`;

export const registerCommands = `g2-registry register . --ref v1.4.0 --dry-run
g2-registry register . --ref v1.4.0 --applicant-tax-id "$G2_TAX_ID"`;

export const followCommands = `g2-registry status
g2-registry status --wait paid --timeout 120
g2-registry verify . --ref v1.4.0
g2-registry verify G2-2026-000123-A1B2-J`;

export const githubWorkflow = (origin: string): string => `name: Registro de autoria
on:
  push:
    tags: ['v*']
jobs:
  registrar:
    runs-on: ubuntu-latest
    permissions:
      contents: read
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: 24
      - run: >-
          npx --yes ${programUrl(origin, 'g2-registry')}
          register . --json
          --title "Sistema de Estoque $GITHUB_REF_NAME"
          --applicant-tax-id "$G2_TAX_ID"
        env:
          G2_URL: ${origin}
          G2_TOKEN: \${{ secrets.G2_TOKEN }}
          G2_TAX_ID: \${{ secrets.G2_TAX_ID }}`;

export const gitlabJob = (origin: string): string => `registrar:
  image: node:24
  rules:
    - if: $CI_COMMIT_TAG
  variables:
    G2_URL: ${origin}
  script:
    - >-
      npx --yes ${programUrl(origin, 'g2-registry')}
      register . --json
      --title "Sistema de Estoque $CI_COMMIT_TAG"
      --applicant-tax-id "$G2_TAX_ID"`;

export const createRegistrationCommand = (origin: string): string => `curl -sS ${origin}/api/registrations \\
  -H "Authorization: Bearer $G2_TOKEN" \\
  -H "Idempotency-Key: estoque-v1.4.0" \\
  -H "Content-Type: application/json" \\
  -d '{
    "title": "Sistema de Estoque 1.4.0",
    "description": "Controle de estoque por setor.",
    "applicantName": "Ana Souza",
    "applicantEmail": "ana@empresa.example",
    "applicantTaxId": "11144477735",
    "holderName": "Empresa Exemplo Ltda.",
    "jurisdiction": "brasil"
  }'`;

export const sendFileCommand = (origin: string): string => `curl -sS ${origin}/api/registrations/$ID/upload \\
  -H "Authorization: Bearer $G2_TOKEN" \\
  -H "Content-Type: application/zip" \\
  -H "X-File-Name: sistema.zip" \\
  -H "X-Content-SHA256: $(sha256sum sistema.zip | cut -d ' ' -f 1)" \\
  --data-binary @sistema.zip`;

export const readRegistrationCommands = (
  origin: string,
): string => `curl -sS ${origin}/api/registrations/$ID \\
  -H "Authorization: Bearer $G2_TOKEN"

curl -sS -o prova.zip ${origin}/api/registrations/$ID/proof \\
  -H "Authorization: Bearer $G2_TOKEN"`;

/** Looks up a file by its SHA-256, without an account. */
export const findFileCommand = (origin: string): string =>
  `curl -sS ${origin}/api/public/files/$(sha256sum sistema.zip | cut -d ' ' -f 1)`;

export const errorExample = `{
  "message": "O token não tem o escopo que esta chamada pede: files:write. Crie outro com ele.",
  "code": "token-scope",
  "requestId": "0192f0c0-7d3e-7000-8000-3f1f8c2a9b10"
}`;

export const verifyBundleCommands = (origin: string): string => `curl -sS -o chave ${origin}/log/key
npx --yes ${programUrl(origin, 'g2-verify')} prova.zip --arquivo sistema.zip --chave chave --raizes raizes.pem`;

/** Downloads the tarball and prints its SHA-256, to compare with the page. */
export const checksumCommands = (origin: string): string =>
  `curl -sSO ${programUrl(origin, 'g2-registry')}\nsha256sum g2-registry.tgz`;
