import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeRepository } from '../../cli/test/repository.ts';
import { type JourneyState, signUpStep, startJourney } from './support/journey.ts';
import { stackUrl } from './support/shared-stack.ts';

/** These tests need the whole stack: they run the downloads and examples of the developers' page as a reader would. */
const place = mkdtempSync(join(tmpdir(), 'g2-developers-'));
const at = (name: string): string => join(place, name);

let state: JourneyState;
let html = '';
let token = '';

beforeAll(async () => {
  state = await startJourney(stackUrl());
  await signUpStep().run(state);
  html = await (await fetch(`${state.base}/desenvolvedores`, { headers: { accept: 'text/html' } })).text();
  const scopes = ['registrations:read', 'registrations:write', 'files:write'];
  const made = { name: 'Exemplos', scopes, expiresInDays: 30 };
  token = (await state.client.post<{ token: string }>('/api/auth/tokens', made)).token;
  makeRepository(at('sistema'));
  mkdirSync(at('vazia'));
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

function block(label: string): string {
  const found = new RegExp(`>${label}</span>.*?<code>(.*?)</code>`, 's').exec(html)?.[1];
  if (found === undefined) throw new Error(`no block ${label}`);
  const entities: Record<string, string> = { quot: '"', '#x27': "'", lt: '<', gt: '>', amp: '&' };
  return found.replaceAll(/&(quot|#x27|lt|gt|amp);/g, (_all, name: string) => entities[name] ?? '');
}

const run = (command: string, folder: string, more: Record<string, string> = {}): string =>
  execFileSync('bash', ['-euo', 'pipefail', '-c', command], {
    cwd: at(folder),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    env: {
      PATH: process.env.PATH,
      HOME: at('casa'),
      npm_config_cache: at('cache'),
      G2_TOKEN: token,
      ...more,
    },
  });

it('serves programs that match the SHA-256 on the page and run by npx in an empty folder', async () => {
  const url = `${state.base}/desenvolvedores`;
  for (const name of ['g2-registry', 'g2-verify']) {
    const response = await fetch(`${url}/${name}.tgz`);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/gzip']);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(html).toContain(`>${createHash('sha256').update(bytes).digest('hex')}</code>`);
  }
  const output = run(`npx --yes ${url}/g2-registry.tgz register ${at('sistema')} --dry-run --json`, 'vazia');
  expect(JSON.parse(output)).toMatchObject({ sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(run(`npx --yes ${url}/g2-verify.tgz --ajuda`, 'vazia')).toContain('uso: g2-verify');
  expect(block('Ou usar sem instalar')).toContain(`npx --yes ${url}/g2-registry.tgz`);
  run(block('Ou usar sem instalar'), 'sistema');
});

it('shows API examples that run unchanged, and an error example like a real error', async () => {
  const created: { id: string } = JSON.parse(run(block('Criar um registro'), 'vazia'));
  run(`npx --yes ${state.base}/desenvolvedores/g2-registry.tgz register . --dry-run --out z.zip`, 'sistema');
  copyFileSync(at('sistema/z.zip'), at('vazia/sistema.zip'));
  const sent: { sha256: string } = JSON.parse(run(block('Enviar o ZIP'), 'vazia', { ID: created.id }));
  expect(sent.sha256).toMatch(/^[0-9a-f]{64}$/);
  const [read = ''] = block('Ler, e baixar o pacote de prova').split('\n\n');
  expect(JSON.parse(run(read, 'vazia', { ID: created.id }))).toMatchObject({
    id: created.id,
    sha256: sent.sha256,
    status: 'submitted',
  });
  expect(JSON.parse(run(block('Procurar um arquivo, sem conta'), 'vazia'))).toMatchObject({ items: [] });
  // This call is refused because the token lacks the scope.
  const { code, ...rest } = JSON.parse(block('Exemplo de erro'));
  const response = await fetch(
    `${state.base}/api/registrations/0192f0c0-0000-7000-8000-000000000000/receipt`,
    {
      headers: { authorization: `Bearer ${token}` },
    },
  );
  expect(response.status).toBe(403);
  const refused = (await response.json()) as Record<string, string>;
  expect(refused.code).toBe(code);
  expect(Object.keys(refused).toSorted()).toEqual(['code', ...Object.keys(rest)].toSorted());
});
