import { build } from 'vite';
import { expect, it } from 'vitest';
import { treeShakableContract } from './contract.ts';

/** The build's output for this module, without libraries. */
async function buildModule(source: string): Promise<string> {
  const name = 'virtual:entry';
  const entry = {
    name: 'entry',
    resolveId: (id: string) => (id === name ? id : undefined),
    load: (id: string) => (id === name ? source : undefined),
  };
  const output = await build({
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'silent',
    plugins: [entry, treeShakableContract()],
    build: { write: false, minify: false, rolldownOptions: { input: name, external: ['zod'] } },
  });
  const [file] = 'output' in output ? output.output : [];
  return file?.type === 'chunk' ? file.code : '';
}
const contractModule = (name: string) => JSON.stringify(`@g2/gateway/contract/${name}`);

it('[lean-call] the build of a call contains its method and path, but no schema', async () => {
  const code = await buildModule(`import { accountCalls } from ${contractModule('gen/calls/accounts')};
    console.log(accountCalls.logIn);`);
  expect(code).toMatch(/logIn: \{\s+method: ['"]POST['"],\s+path: ['"]\/api\/login['"]\s+\}/);
  expect(code).not.toContain('zod');
  expect(code).not.toContain('Entra com e-mail');
});

it('[lean-form] the build of a form contains the schema that it uses, but no other schema', async () => {
  const code = await buildModule(`import { loginBody } from ${contractModule('users')};
    console.log(loginBody);`);
  expect(code).toContain('Email inválido');
  expect(code).toContain('jitless');
  expect(code).not.toContain('firstName');
});
