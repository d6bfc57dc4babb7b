import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { generateKeys } from '@g2/kit/keys';
import { eventually } from '@g2/kit/testing';
import { freePort } from '@g2/kit/testing-ports';
import { checkBundle } from '@g2/proof/check';
import { signCheckpoint } from '@g2/proof/checkpoint';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { logKey } from '../src/log/key.ts';
import { unzip } from './unzip.ts';
import { startWorld, type World } from './world.ts';

const run = promisify(execFile);
const programs = join(import.meta.dirname, 'strangers');
const folder = mkdtempSync(join(tmpdir(), 'g2-strangers-'));
const hasGo = await run('go', ['version']).then(
  () => true,
  () => false,
);
if (!hasGo)
  console.warn('skipped: there is no go, with which the log is read by programs that nobody here wrote');

let world: World;
let server: Server;
let address: string;
let witness: { url: string; key: string };
const children: ChildProcess[] = [];

/** Starts a program and answers the first line in which `wanted` finds something. */
async function begin(command: string, args: string[], wanted: RegExp): Promise<string> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  children.push(child);
  const lines: string[] = [];
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        lines.push(line);
        const [, found] = wanted.exec(line) ?? [];
        if (found !== undefined) resolve(found);
      });
    }
    child.once('exit', (code) => reject(new Error(`${command} ended (${code}):\n${lines.join('\n')}`)));
  });
}

/** A witness that nobody here wrote, with a key in an agent, which knows our log from its beginning. */
async function startWitness(name: string, key: string): Promise<{ url: string; key: string }> {
  const socket = join(folder, 'agent.sock');
  const fingerprint = await begin(join(folder, 'strangers'), ['agent', socket], /^(SHA256:.*)$/);
  const port = await freePort();
  const database = join(folder, 'witness.db');
  const args = ['-db', database, '-name', 'testemunha.example/w', '-key', fingerprint];
  const listen = ['-ssh-agent', socket, '-listen', `127.0.0.1:${port}`];
  const verifier = await begin(join(folder, 'litewitness'), [...args, ...listen], /vkey=(\S+)/);
  const tables = new DatabaseSync(database);
  const empty = createHash('sha256').digest('base64');
  tables.prepare('INSERT INTO log (origin, tree_size, tree_hash) VALUES (?, 0, ?)').run(name, empty);
  tables.prepare('INSERT INTO key (origin, key) VALUES (?, ?)').run(name, key);
  tables.close();
  return { url: `http://127.0.0.1:${port}`, key: verifier };
}

const NAME = 'registro.example/log';
const KEY_LINE = () => logKey(world.env.LOG_KEY ?? '', NAME);

beforeAll(async () => {
  if (!hasGo) return;
  const build = (name: string, of: string) =>
    run('go', ['build', '-o', join(folder, name), of], { cwd: programs, timeout: 280_000 });
  await build('strangers', '.');
  await build('litewitness', 'filippo.io/torchwood/cmd/litewitness');
  // A key that the witness must know before the service starts.
  const jwk = JSON.stringify((await generateKeys(['log'])).private.log);
  witness = await startWitness(NAME, logKey(jwk, NAME).verifier);
  world = await startWorld({
    LOG_KEY: jwk,
    LOG_ORIGIN: NAME,
    LOG_WITNESSES: `${witness.key} ${witness.url}`,
  });
  // The log as the gateway serves it.
  server = createServer((request, response) => {
    world.certificates.readLog({ path: (request.url ?? '').slice(1) }).then(
      ({ content }) => response.end(content),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const at = server.address();
  address = `http://127.0.0.1:${typeof at === 'object' && at ? at.port : 0}`;
}, 300_000);

afterAll(async () => {
  for (const child of children) child.kill();
  server?.close();
  await world?.close();
  rmSync(folder, { recursive: true, force: true });
});

const read = async (path: string) =>
  Buffer.from((await world.certificates.readLog({ path })).content).toString();
const fill = (count: number) =>
  world.pool.query(
    `INSERT INTO evidence (registration_id, user_id, kind, salt, manifest, commitment, recorded_at)
     SELECT gen_random_uuid(), gen_random_uuid(), 'resubmitted', salt, manifest, sha256(salt || manifest), now()
     FROM (SELECT sha256(convert_to(random()::text || n, 'UTF8')) AS salt, convert_to('m' || n, 'UTF8') AS manifest
           FROM generate_series(1, $1) AS n) AS made`,
    [count],
  );
const sizeOf = (note: string) => Number(note.split('\n')[1]);

it.skipIf(!hasGo)(
  'a witness that nobody here wrote cosigns our trees, and the bundle has its word',
  async () => {
    const { id } = await world.register('Testemunhado');
    await world.advance(id, ['paid']);
    const { token } = world.owner;
    const files = await eventually('cosigned', async () => {
      const { content } = await world.certificates
        .getProof({ id }, { token })
        .catch(() => ({ content: null }));
      const found = content && (await unzip(content));
      return found?.get('registro/prova.tlog-proof')?.includes('testemunha.example/w') && found;
    });
    const checks = checkBundle(files, { logKey: KEY_LINE().verifier, witnesses: [witness.key] });
    expect(checks.filter(({ outcome }) => outcome !== 'holds')).toEqual([]);
    expect(checks.find(({ part }) => part === 'registro/prova.tlog-proof')?.detail).toContain(
      'visto por testemunha.example/w',
    );
  },
  60_000,
);

it.skipIf(!hasGo)('and refuses a fork', async () => {
  const size = await eventually('it has followed', async () => {
    const note = await read('checkpoint');
    return note.includes('testemunha.example/w') && sizeOf(note);
  });
  const root = createHash('sha256').update('another past').digest();
  const fork = signCheckpoint({ origin: NAME, size, root }, KEY_LINE());
  const body = `old ${size}\n\n${fork}`;
  const answer = await fetch(`${witness.url}/add-checkpoint`, { method: 'POST', body });
  expect([409, 422]).toContain(answer.status);
});

it.skipIf(!hasGo)(
  'Go’s own code finds 1,000 entries in the tree, and 50 trees each continued by all that follow',
  async () => {
    const notes: string[] = [];
    for (let tree = 0; tree < 50; tree++) {
      await fill(1 + ((tree * 37) % 90));
      const before = notes.length > 0 ? sizeOf(notes.at(-1) ?? '') : 0;
      const note = await eventually('a larger tree', async () => {
        const found = await read('checkpoint').catch(() => '');
        return sizeOf(found) > before && found;
      });
      notes.push(note);
    }
    const files = notes.map((note, at) => {
      const file = join(folder, `note-${at}`);
      writeFileSync(file, note);
      return file;
    });
    const { stdout } = await run(join(folder, 'strangers'), [
      'read',
      address,
      KEY_LINE().verifier,
      '1000',
      ...files,
    ]);
    expect(stdout).toMatch(/^1000 entries in a tree of \d{4}, 1275 pairs of trees\n$/);
  },
  240_000,
);
