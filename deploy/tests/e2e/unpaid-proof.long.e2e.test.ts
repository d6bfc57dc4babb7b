import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@g2/kit/testing';
import { expect, it, onTestFinished } from 'vitest';
import { detailsStep, type JourneyState, signUpStep, startJourney, uploadStep } from './support/journey.ts';
import { stackUrl } from './support/shared-stack.ts';
import { root } from './support/stack.ts';

type Evidence = { provableSince: { authority: string; time: string } | null };

const isInstalled = (command: string, argument: string) => spawnSync(command, [argument]).status === 0;
const hasGo = isInstalled('go', 'version');
const hasFaketime = isInstalled('faketime', '--version');
if (!hasGo) console.warn('inclusion proof not checked by torchwood: go is not installed');
if (!hasFaketime) console.warn('not tried with the clock of 2046: there is no faketime');

/** A file becomes provable within a minute; the rest allows for a busy machine. */
const PROVABLE_MS = 90_000;

async function uploads(): Promise<JourneyState> {
  const state = await startJourney(stackUrl());
  for (const step of [signUpStep(), detailsStep(), uploadStep]) await step.run(state);
  return state;
}

const provable = ({ client, id }: JourneyState): Promise<string> =>
  eventually(
    'provable',
    async () => (await client.ok<Evidence>(`/api/registrations/${id}/evidence`)).provableSince?.time,
    PROVABLE_MS,
  );

/** Unpacks the bundle and adds the deposited file under the name in the instructions. */
async function unpacked({ client, id, zip: file }: JourneyState): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'g2-unpaid-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { bytes } = await client.send(`/api/registrations/${id}/proof`);
  const bundle = `${folder}.zip`;
  writeFileSync(bundle, bytes);
  onTestFinished(() => rmSync(bundle));
  expect(spawnSync('python3', ['-m', 'zipfile', '-e', bundle, folder]).status).toBe(0);
  writeFileSync(join(folder, 'arquivo.zip'), file.bytes);
  return folder;
}

/** The commands of LEIA-ME.txt in order, without those of our own program g2-verify. */
function commandsOf(folder: string): string[] {
  const text = readFileSync(join(folder, 'LEIA-ME.txt'), 'utf8');
  const found = text.matchAll(/^ {4}(?<line>\S[^\n]*)$|^(?<script>python3 - <<'FIM'\n.*?\nFIM)$/gms);
  return Array.from(found, ({ groups }) => groups?.script ?? groups?.line ?? '').filter(
    (command) => !command.startsWith('npx g2-verify'),
  );
}

/** Runs the commands in the bundle's folder. @returns their output */
function runCommands(folder: string, clock: string[] = []): string {
  return commandsOf(folder)
    .map((command) => {
      const [program, ...args] = [...clock, 'sh', '-c', command];
      const { stdout, stderr } = spawnSync(program, args, { cwd: folder, encoding: 'utf8' });
      return `$ ${command}\n${stdout}${stderr}`;
    })
    .join('\n');
}

/** Times in ms; openssl prints them to the second: `Time stamp: Nov 28 04:10:26 2026 GMT`. */
const stampedTimes = (answer: string) =>
  Array.from(answer.matchAll(/^Time stamp: (.*)$/gm), ([, time = '']) => Date.parse(time));

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

function expectProof(answer: string, state: JourneyState, arrivedAt: number): void {
  expect(answer).toContain(`${state.zip.sha256}  arquivo.zip`);
  expect(count(answer, /^Verification: OK$/gm)).toBe(2);
  expect(answer).toMatch(/^Inclusao: OK$/m);
  const times = stampedTimes(answer);
  expect(times).toHaveLength(2);
  for (const time of times) {
    expect(time).toBeGreaterThanOrEqual(arrivedAt - 1_000);
    expect(time).toBeLessThanOrEqual(arrivedAt + 60_000);
  }
}

/** Verifies the log proof of the time-stamped checkpoint by Go's checksum database code and the log's public key. */
async function verifyWithGo({ client }: JourneyState, folder: string): Promise<string> {
  const key = (await client.send('/log/key')).bytes.toString().trim();
  writeFileSync(join(folder, 'policy'), `log ${key}\nquorum none\n`);
  const [policy = '', entry = '', proof = ''] = [
    'policy',
    'registro/entrada',
    'chegada/prova.tlog-proof',
  ].map((name) => join(folder, name));
  const { stdout, stderr } = spawnSync('go', ['run', '.', 'tlog-proof', policy, entry, proof], {
    cwd: join(root, 'services/certificate/test/strangers'),
    encoding: 'utf8',
  });
  return stdout + stderr;
}

/** Needs the whole stack: upload and bundle use the public API; a time-stamp authority signs. */
it('proves the minute of an unpaid upload by the commands in its bundle, also when run in 2046', async () => {
  // The first checkpoint is stamped at once. A second upload must wait for the next minute.
  await provable(await uploads());
  const state = await uploads();
  const arrivedAt = Date.now();
  expect(Date.parse(await provable(state)) - arrivedAt).toBeLessThanOrEqual(60_000);
  expect(await state.client.ok(`/api/registrations/${state.id}`)).toMatchObject({ paymentPaidAt: null });
  const folder = await unpacked(state);

  expectProof(runCommands(folder), state, arrivedAt);
  if (hasFaketime) expectProof(runCommands(folder, ['faketime', '2046-06-01 12:00:00']), state, arrivedAt);
  if (hasGo) expect(await verifyWithGo(state, folder)).toBe('holds\n');

  const [manifest, checkpoint] = ['manifesto.json', 'chegada/checkpoint'].map((name) => join(folder, name));
  if (!manifest || !checkpoint) throw new Error('no names');
  const declared = readFileSync(manifest, 'utf8');
  writeFileSync(manifest, declared.replace(state.zip.sha256, 'f'.repeat(64)));
  expect(runCommands(folder)).toMatch(/^Inclusao: FALHOU$/m);
  writeFileSync(manifest, declared);
  writeFileSync(
    checkpoint,
    readFileSync(checkpoint, 'utf8').replace(/^[A-Za-z0-9+/]{43}=$/m, `${'A'.repeat(43)}=`),
  );
  const changed = runCommands(folder);
  expect(count(changed, /^Verification: FAILED$/gm)).toBe(2);
  expect(changed).toMatch(/^Inclusao: FALHOU$/m);
});
