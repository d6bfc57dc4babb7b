import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { git, makeRepository, put } from '../../cli/test/repository.ts';
import type { Client } from './support/client.ts';
import { type CommandLine, installCommandLine, type Run } from './support/command-line.ts';
import { type HoldingProxy, startHoldingProxy } from './support/held-line.ts';
import {
  details,
  type JourneyState,
  payByCardStep,
  signUpStep,
  staffSteps,
  startJourney,
} from './support/journey.ts';
import { stackUrl } from './support/shared-stack.ts';

/**
 * This test needs the whole stack: the installed CLI registers; payment and certificate use the API and other programs.
 */
const MIB = 1024 * 1024;

let program: CommandLine;
let state: JourneyState;
let line: HoldingProxy;
let token = '';
const at = (name: string): string => program.at(name);

beforeAll(async () => {
  program = installCommandLine();
  makeRepository(at('sistema'), { 'dados.bin': randomBytes(10 * MIB) });
  state = await startJourney(stackUrl());
  await signUpStep().run(state);
  line = await startHoldingProxy(state.base);
  token = (await made(state.client)).token;
});
afterAll(async () => {
  await line?.close();
  program?.remove();
});

const made = (client: Client) =>
  client.post<{ id: string; token: string }>('/api/auth/tokens', {
    name: 'Linha de comando',
    scopes: ['registrations:read', 'registrations:write', 'files:write'],
    expiresInDays: 30,
  });

/** Starts a run and checks that its output does not contain the token. */
function start(args: string[], options = {}): Run {
  const run = program.start(args, options);
  const done = run.done.then((ended) => {
    expect(ended.out + ended.err).not.toContain(token.slice(3, 20));
    return ended;
  });
  return { ...run, done };
}

const run = (args: string[], options = {}) => start(args, options).done;
const json = (out: string): Record<string, unknown> => JSON.parse(out);
const registered = async () =>
  (await state.client.ok<{ items: { id: string; sha256: string | null }[] }>('/api/registrations')).items;

async function saysItsUsage(): Promise<void> {
  const output = execFileSync('npx', ['--no-install', 'g2-registry', '--help'], {
    cwd: at('program'),
    encoding: 'utf8',
  });
  for (const word of ['login', 'register', 'status', 'verify', 'logout', 'Sai com:', 'G2_TOKEN'])
    expect(output).toContain(word);
  expect(await run(['nada'])).toMatchObject({ code: 2 });
  expect(await run(['register', '--nada'])).toMatchObject({ code: 2 });
}

/** Checks that login refuses invalid tokens and stores a valid one with file mode 0600. */
async function checkLogin(): Promise<void> {
  expect(await run(['status', '--url', line.url])).toMatchObject({ code: 3 });
  const login = ['login', '--url', line.url];
  const typo = await run(login, { input: `${token.slice(0, -1)}_\n` });
  expect([typo.code, typo.err]).toEqual([3, expect.stringContaining('não é um token inteiro')]);
  const other = await made(state.client);
  await state.client.ok(`/api/auth/tokens/${other.id}`, { method: 'DELETE' });
  expect(await run(login, { input: other.token })).toMatchObject({ code: 3 });
  expect(await run(['login', '--url', 'http://registro.example'], { input: token })).toMatchObject({
    code: 2,
  });
  expect(await run(login, { input: `${token}\n` })).toMatchObject({ code: 0 });
  const folder = at('ana/config/g2-registry');
  expect(readdirSync(folder)).toEqual(['credentials.json']);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(join(folder, 'credentials.json')).mode & 0o777).toBe(0o600);
  // The token is sent only to the URL it was stored for.
  expect(await run(['status', '--url', state.base])).toMatchObject({ code: 3 });
}

const register = () => ['register', at('sistema'), '--ref', 'v1', '--json'];
let sha256 = '';

/** Checks that uncommitted changes are left out, and that a dry run or incomplete details create no registration. */
async function preparesDetails(): Promise<void> {
  put(at('sistema'), { 'segredo.txt': 'não vai', 'LEIA-ME.md': 'não commitado' });
  const dry = await run(['register', at('sistema'), '--dry-run', '--json', '--out', at('v1.zip')]);
  sha256 = String(json(dry.out).sha256);
  expect(dry.err).toContain('2 mudanças que não estão em nenhum commit ficam de fora');
  const missing = await run(register());
  expect([missing.code, json(missing.out)]).toMatchObject([
    2,
    { error: { message: expect.stringContaining('title') } },
  ]);
  expect(await registered()).toEqual([]);
  const holder = { holderName: 'Ana', holderTaxId: '11144477735', ownershipPercentage: 60 };
  writeFileSync(
    at('sistema/g2-registry.json'),
    // Without a jurisdiction, the first one of the web form applies.
    JSON.stringify({ ...details, jurisdiction: undefined, title: 'Do arquivo', holders: [holder] }),
  );
}

async function registersOnce(): Promise<void> {
  const first = start([...register(), '--title', 'Pelo terminal']);
  const held = await line.hold(3 * MIB);
  held.cut();
  first.child.kill('SIGKILL');
  await first.done;
  line.recover();
  const [draft] = await registered();
  expect(draft?.sha256).toBeNull();

  const standing = line.hold(2 * MIB);
  const second = start(register());
  (await standing).cut();
  await expect.poll(() => second.err()).toMatch(/Continua do byte \d+ de/);
  line.recover();
  const { code, out } = await second.done;
  expect(code).toBe(0);
  expect(json(out)).toMatchObject({
    id: draft?.id,
    sha256,
    payUrl: `${line.url}/registros/${draft?.id}`,
  });
  // The second run has no `--title`, so the title in g2-registry.json applies.
  expect((await second.done).err).toContain('Alterado no registro: Título.');
  expect(await registered()).toMatchObject([{ id: draft?.id, sha256, title: 'Do arquivo' }]);
  const holders = await state.client.ok<{ total: number }>(`/api/registrations/${draft?.id}/holders`);
  expect(holders.total).toBe(1);
  state.id = draft?.id ?? '';

  // A repeated run changes nothing. Another local user has no record of it, so the file is a duplicate.
  expect(json((await run(register())).out)).toMatchObject({ id: state.id, sha256 });
  await run(['login', '--url', line.url], { user: 'outra', input: token });
  const twin = await run(register(), { user: 'outra' });
  expect([twin.code, json(twin.out)]).toMatchObject([1, { error: { code: 'duplicate-file' } }]);
  expect(await registered()).toHaveLength(1);
}

const tell = (changes: object) =>
  writeFileSync(
    at('sistema/g2-registry.json'),
    JSON.stringify({ ...details, title: 'Do arquivo', holders: [], ...changes }),
  );
const holders = async () =>
  (
    await state.client.ok<{ items: { holderName: string; ownershipPercentage: number }[] }>(
      `/api/registrations/${state.id}/holders`,
    )
  ).items.map(({ holderName, ownershipPercentage }) => [holderName, ownershipPercentage]);

async function changesDraft(): Promise<void> {
  const ana = { holderName: 'Ana', holderTaxId: '111.444.777-35', ownershipPercentage: 60 };
  const bia = { holderName: 'Bia', holderTaxId: '52998224725', ownershipPercentage: 55 };
  tell({ title: 'Outro título', holders: [{ ...ana, ownershipPercentage: 45 }, bia] });
  const changed = await run(register());
  expect(changed).toMatchObject({ code: 0 });
  expect(changed.err).toContain('Alterado no registro: Título, Jurisdição.');
  expect(changed.err).toContain('Titular alterado no registro: Ana.');
  expect(await registered()).toMatchObject([{ id: state.id, sha256, title: 'Outro título' }]);
  expect((await holders()).toSorted(([a], [b]) => String(a).localeCompare(String(b)))).toEqual([
    ['Ana', 45],
    ['Bia', 55],
  ]);
  const again = await run(register());
  expect([again.code, again.err]).toEqual([0, expect.not.stringMatching(/Alterado|alterado|removido/)]);
  tell({ title: 'Outro título', holders: [{ ...ana, ownershipPercentage: 100 }] });
  expect((await run(register())).err).toContain('Titular removido do registro: Bia.');
  expect(await holders()).toEqual([['Ana', 100]]);
}

async function refusesWithServiceText(): Promise<void> {
  git(at('sistema'), 'commit', '--quiet', '--all', '--message', 'dois');
  const bad = await run(['register', at('sistema'), '--json', '--applicant-email', 'não é e-mail']);
  expect([bad.code, json(bad.out)]).toMatchObject([
    1,
    { error: { code: 'invalid-input', message: expect.stringContaining('applicantEmail') } },
  ]);
  expect(await registered()).toHaveLength(1);
}

/** Checks that `status` waits for payment and certificate, which happen outside the CLI. */
async function checkStatusWait(): Promise<void> {
  expect(json((await run(['status', state.id, '--json'])).out)).toMatchObject({
    id: state.id,
    status: 'submitted',
  });
  const late = await run(['status', '--wait', 'paid', '--timeout', '0.01']);
  expect([late.code, late.err]).toEqual([2, expect.stringContaining('O prazo acabou')]);
  expect(await run(['verify', at('sistema'), '--ref', 'v1'])).toMatchObject({ code: 1 });
  const paid = start(['status', '--wait', 'paid', '--json']);
  const issued = start(['status', '--wait', 'certificate_issued', '--json']);
  await payByCardStep.run(state);
  expect(json((await paid.done).out)).toMatchObject({ id: state.id, status: 'paid' });
  tell({ title: 'Tarde demais' });
  const tooLate = await run(register());
  expect([tooLate.code, json(tooLate.out)]).toMatchObject([
    1,
    { error: { code: 'not-editable', message: expect.stringContaining('Mudou aqui: Título') } },
  ]);
  expect(await registered()).toMatchObject([{ title: 'Outro título' }]);
  for (const step of staffSteps) await step.run(state);
  expect(await issued.done).toMatchObject({ code: 0 });
}

async function checkVerify(): Promise<void> {
  // The certificate is created shortly after the status changes.
  const verdict = async () => (await run(['verify', at('v1.zip')])).code;
  await expect.poll(verdict, { timeout: 30_000 }).toBe(0);
  const whole = await run(['verify', at('v1.zip'), '--json']);
  expect([whole.code, json(whole.out)]).toMatchObject([0, { valid: true, sha256 }]);
  const [{ number } = { number: '' }] = json(whole.out).certificates as { number: string }[];
  expect(await run(['verify', at('sistema'), '--ref', 'v1'])).toMatchObject({ code: 0 });
  expect(await run(['verify', number])).toMatchObject({ code: 0 });
  expect(await run(['verify', number.replace(/-\w{4}-/, '-0000-')])).toMatchObject({
    code: expect.toBeOneOf([1, 2]),
  });
  const bytes = readFileSync(at('v1.zip'));
  bytes[100] = (bytes[100] ?? 0) ^ 1;
  writeFileSync(at('mudado.zip'), bytes);
  expect(await run(['verify', at('mudado.zip')])).toMatchObject({ code: 1 });
  expect(await run(['verify', at('nada.zip')])).toMatchObject({ code: 2 });
  expect(await run(['verify', number, '--url', 'http://127.0.0.1:1'])).toMatchObject({ code: 2 });
}

async function losesItsToken(): Promise<void> {
  const { items } = await state.client.ok<{ items: { id: string; lastUsedAt: string | null }[] }>(
    '/api/auth/tokens',
  );
  expect(items).toMatchObject([{ lastUsedAt: expect.any(String) }]);
  await state.client.ok(`/api/auth/tokens/${items[0]?.id}`, { method: 'DELETE' });
  const out = await run(['status', '--json']);
  expect([out.code, json(out.out)]).toMatchObject([3, { error: { code: 'api-token-invalid' } }]);
  expect(await run(['logout'])).toMatchObject({ code: 0 });
  expect(readdirSync(at('ana/config/g2-registry'))).not.toContain('credentials.json');
  expect(await run(['logout'])).toMatchObject({ code: 0 });
}

it('registers a repository once despite cut connections, waits for its certificate and verifies it', async () => {
  await saysItsUsage();
  await checkLogin();
  await preparesDetails();
  await registersOnce();
  await changesDraft();
  await refusesWithServiceText();
  await checkStatusWait();
  await checkVerify();
  await losesItsToken();
});
