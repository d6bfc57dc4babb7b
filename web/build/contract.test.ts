import { build } from 'vite';
import { expect, it } from 'vitest';
import { lazyContract } from './contract.ts';

/** The build's output for this module, without libraries. */
async function built(source: string): Promise<string> {
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
    plugins: [entry, lazyContract()],
    build: { write: false, minify: false, rolldownOptions: { input: name, external: ['zod'] } },
  });
  const [file] = 'output' in output ? output.output : [];
  return file?.type === 'chunk' ? file.code : '';
}
const contract = (name: string) => JSON.stringify(`@g2/gateway/contract/${name}`);

it('[lean-call] builds a call as its method and path, without a schema', async () => {
  const code = await built(`import { accountCalls } from ${contract('gen/calls/accounts')};
    console.log(accountCalls.logIn);`);
  expect(code).toMatch(/logIn: \{\s+method: ['"]POST['"],\s+path: ['"]\/api\/login['"]\s+\}/);
  expect(code).not.toContain('zod');
  expect(code).not.toContain('Entra com e-mail');
});

it('[lean-form] builds the schema that a form uses, with its dependencies and no other schema', async () => {
  const code = await built(`import { loginBody } from ${contract('users')};
    console.log(loginBody);`);
  expect(code).toContain('Email inválido');
  expect(code).toContain('jitless');
  expect(code).not.toContain('firstName');
});
