import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { git, makeRepository, put } from '../../cli/test/repository.ts';
import type { Client } from './support/client.ts';
import { type HeldLine, openLine } from './support/held-line.ts';
import {
  details,
  type JourneyState,
  payByCardStep,
  signUpStep,
  staffSteps,
  startJourney,
} from './support/journey.ts';
import { stackUrl } from './support/shared-stack.ts';

/** The command line as a developer has it: from its tarball, in an empty folder, with a home of its own. */
const place = mkdtempSync(join(tmpdir(), 'g2-cli-'));
const at = (name: string): string => join(place, name);
const MIB = 1024 * 1024;

let state: JourneyState;
let line: HeldLine;
let token = '';

const homeOf = (who: string) => ({
  PATH: process.env.PATH,
  HOME: at(who),
  XDG_CONFIG_HOME: at(`${who}/config`),
});

beforeAll(async () => {
  const cli = join(import.meta.dirname, '../../cli');
  const packed = execFileSync('npm', ['pack', '--json', '--pack-destination', place], {
    cwd: cli,
    encoding: 'utf8',
  });
  const [, tarball = ''] = /"filename": "([^"]+)"/.exec(packed) ?? [];
  mkdirSync(at('program'));
  execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', at(tarball)], {
    cwd: at('program'),
    env: { ...homeOf('installer'), npm_config_cache: at('cache') },
  });
  makeRepository(at('sistema'), { 'dados.bin': randomBytes(10 * MIB) });
  state = await startJourney(stackUrl());
  await signUpStep().run(state);
  line = await openLine(state.base);
  token = (await made(state.client)).token;
});
afterAll(async () => {
  await line?.close();
  rmSync(place, { recursive: true, force: true });
});

const made = (client: Client) =>
  client.post<{ id: string; token: string }>('/api/auth/tokens', {
    name: 'Linha de comando',
    scopes: ['registrations:read', 'registrations:write', 'files:write'],
    expiresInDays: 30,
  });

type Run = {
  child: ChildProcess;
  done: Promise<{ code: number | null; out: string; err: string }>;
  err(): string;
};

function start(args: string[], { who = 'ana', input = '' } = {}): Run {
  const child = spawn(
    process.execPath,
    [at('program/node_modules/g2-registry/dist/g2-registry.js'), ...args],
    {
      cwd: at('program'),
      env: homeOf(who),
    },
  );
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk.toString();
  });
  child.stdin.end(input);
  const done = new Promise<number | null>((resolve) => child.once('close', resolve)).then((code) => {
    // Whatever became of it, the token is in nothing that it says.
    expect(out + err).not.toContain(token.slice(3, 20));
    return { code, out, err };
  });
  return { child, done, err: () => err };
}

const run = (args: string[], options = {}) => start(args, options).done;
const json = (out: string): Record<string, unknown> => JSON.parse(out);
const registered = async () =>
  (await state.client.ok<{ items: { id: string; sha256: string | null }[] }>('/api/registrations')).items;

it('says how it is used, and is the program that npx finds', async () => {
  const said = execFileSync('npx', ['--no-install', 'g2-registry', '--help'], {
    cwd: at('program'),
    encoding: 'utf8',
  });
  for (const word of ['login', 'register', 'status', 'verify', 'logout', 'Sai com:', 'G2_TOKEN'])
    expect(said).toContain(word);
  expect(await run(['nada'])).toMatchObject({ code: 2 });
  expect(await run(['register', '--nada'])).toMatchObject({ code: 2 });
});

it('takes a token that the service takes, and keeps it for nobody else to read', async () => {
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
  // It goes to no other address than the one it was kept for.
  expect(await run(['status', '--url', state.base])).toMatchObject({ code: 3 });
});

const register = ['register', at('sistema'), '--ref', 'v1', '--json'];
let sha256 = '';

it('registers what Git knows, through cuts and the death of the program, once', async () => {
  put(at('sistema'), { 'segredo.txt': 'não vai', 'LEIA-ME.md': 'não commitado' });
  const dry = await run(['register', at('sistema'), '--dry-run', '--json', '--out', at('v1.zip')]);
  sha256 = String(json(dry.out).sha256);
  expect(dry.err).toContain('2 mudanças que não estão em nenhum commit ficam de fora');
  const missing = await run(register);
  expect([missing.code, json(missing.out)]).toMatchObject([
    2,
    { error: { message: expect.stringContaining('title') } },
  ]);
  expect(await registered()).toEqual([]);
  const holder = { holderName: 'Ana', holderTaxId: '11144477735', ownershipPercentage: 60 };
  writeFileSync(
    at('sistema/g2-registry.json'),
    // The jurisdiction that is not told is the form's first.
    JSON.stringify({ ...details, jurisdiction: undefined, title: 'Do arquivo', holders: [holder] }),
  );

  const first = start([...register, '--title', 'Pelo terminal']);
  const held = await line.hold(3 * MIB);
  held.cut();
  first.child.kill('SIGKILL');
  await first.done;
  line.mend();
  const [draft] = await registered();
  expect(draft?.sha256).toBeNull();

  const standing = line.hold(2 * MIB);
  const second = start(register);
  (await standing).cut();
  await expect.poll(() => second.err()).toMatch(/Continua do byte \d+ de/);
  line.mend();
  const { code, out } = await second.done;
  expect(code).toBe(0);
  expect(json(out)).toMatchObject({
    id: draft?.id,
    sha256,
    payUrl: `${line.url}/registros/${draft?.id}`,
  });
  // The title is told by the file alone now.
  expect((await second.done).err).toContain('Alterado no registro: Título.');
  expect(await registered()).toMatchObject([{ id: draft?.id, sha256, title: 'Do arquivo' }]);
  const holders = await state.client.ok<{ total: number }>(`/api/registrations/${draft?.id}/holders`);
  expect(holders.total).toBe(1);
  state.id = draft?.id ?? '';

  // Once more: there is nothing to do, and from elsewhere it is somebody's already.
  expect(json((await run(register)).out)).toMatchObject({ id: state.id, sha256 });
  await run(['login', '--url', line.url], { who: 'outra', input: token });
  const twin = await run(register, { who: 'outra' });
  expect([twin.code, json(twin.out)]).toMatchObject([1, { error: { code: 'duplicate-file' } }]);
  expect(await registered()).toHaveLength(1);
});

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

it('changes a draft where it is told otherwise, says what, and leaves it alone where it is not', async () => {
  const ana = { holderName: 'Ana', holderTaxId: '111.444.777-35', ownershipPercentage: 60 };
  const bia = { holderName: 'Bia', holderTaxId: '52998224725', ownershipPercentage: 55 };
  tell({ title: 'Outro título', holders: [{ ...ana, ownershipPercentage: 45 }, bia] });
  const changed = await run(register);
  expect(changed).toMatchObject({ code: 0 });
  expect(changed.err).toContain('Alterado no registro: Título, Jurisdição.');
  expect(changed.err).toContain('Titular alterado no registro: Ana.');
  expect(await registered()).toMatchObject([{ id: state.id, sha256, title: 'Outro título' }]);
  expect((await holders()).toSorted(([a], [b]) => String(a).localeCompare(String(b)))).toEqual([
    ['Ana', 45],
    ['Bia', 55],
  ]);
  const again = await run(register);
  expect([again.code, again.err]).toEqual([0, expect.not.stringMatching(/Alterado|alterado|removido/)]);
  tell({ title: 'Outro título', holders: [{ ...ana, ownershipPercentage: 100 }] });
  expect((await run(register)).err).toContain('Titular removido do registro: Bia.');
  expect(await holders()).toEqual([['Ana', 100]]);
});

it('refuses with the service’s words, and makes nothing of it', async () => {
  git(at('sistema'), 'commit', '--quiet', '--all', '--message', 'dois');
  const bad = await run(['register', at('sistema'), '--json', '--applicant-email', 'não é e-mail']);
  expect([bad.code, json(bad.out)]).toMatchObject([
    1,
    { error: { code: 'invalid-input', message: expect.stringContaining('applicantEmail') } },
  ]);
  expect(await registered()).toHaveLength(1);
});

it('waits for the payment made in the browser, and for the certificate; then it verifies', async () => {
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
  const tooLate = await run(register);
  expect([tooLate.code, json(tooLate.out)]).toMatchObject([
    1,
    { error: { code: 'not-editable', message: expect.stringContaining('Mudou aqui: Título') } },
  ]);
  expect(await registered()).toMatchObject([{ title: 'Outro título' }]);
  for (const step of staffSteps) await step.run(state);
  expect(await issued.done).toMatchObject({ code: 0 });

  // The certificate is made a moment after the status says so.
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
});

it('is out when its token is revoked, and forgets it when asked', async () => {
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
});
