import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { generateKeys } from '@g2/kit/keys';
import { eventually } from '@g2/kit/testing';
import { checkBundle } from '@g2/proof/check';
import { signCheckpoint } from '@g2/proof/checkpoint';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { logKey } from '../src/log/key.ts';
import { pythonPackage } from './python.ts';
import { buildThirdPartyTools, hasGo, run, type ThirdPartyTools } from './strangers.ts';
import { unzip } from './unzip.ts';
import { startWorld, type World } from './world.ts';

if (!hasGo) console.warn('skipped: there is no go, with which the log is read by independent programs');

let strangers: ThirdPartyTools;
let world: World;
let server: Server;
let address: string;
let witness: { url: string; key: string };
/** The bundle of a deposit with the witness's signature over a tree of some hundred entries. */
let files: Map<string, Buffer>;

const NAME = 'registro.example/log';
const KEY_LINE = () => logKey(world.env.LOG_KEY ?? '', NAME);

beforeAll(async () => {
  if (!hasGo) return;
  strangers = await buildThirdPartyTools();
  // The witness must know the log's key before the service starts.
  const jwk = JSON.stringify((await generateKeys(['log'])).private.log);
  witness = await strangers.startWitness(logKey(jwk, NAME));
  world = await startWorld({
    LOG_KEY: jwk,
    LOG_ORIGIN: NAME,
    LOG_WITNESSES: `${witness.key} ${witness.url}`,
  });
  // Serves the log like the gateway.
  server = createServer((request, response) => {
    world.certificates.readLog({ path: (request.url ?? '').slice(1) }).then(
      ({ content }) => response.end(content),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const at = server.address();
  address = `http://127.0.0.1:${typeof at === 'object' && at ? at.port : 0}`;
  await fill(300);
  files = await cosignedBundle('Testemunhado');
}, 300_000);

afterAll(async () => {
  server?.close();
  await world?.close();
  strangers?.close();
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

/** Bundle of a new deposit after the witness has cosigned a tree that contains the deposit. */
async function cosignedBundle(title: string): Promise<Map<string, Buffer>> {
  const { id } = await world.register(title);
  await world.advance(id, ['paid']);
  const { token } = world.owner;
  return eventually('cosigned', async () => {
    const { content } = await world.certificates.getProof({ id }, { token }).catch(() => ({ content: null }));
    const found = content && (await unzip(content));
    return found?.get('registro/prova.tlog-proof')?.includes('testemunha.example/w') && found;
  });
}

it.skipIf(!hasGo)(
  'the bundle contains the cosignature of a third-party witness',
  async () => {
    const checks = checkBundle(files, { logKey: KEY_LINE().verifier, witnesses: [witness.key] });
    expect(checks.filter(({ outcome }) => outcome !== 'holds')).toEqual([]);
    expect(checks.find(({ part }) => part === 'registro/prova.tlog-proof')?.detail).toContain(
      'visto por testemunha.example/w',
    );
  },
  60_000,
);

it.skipIf(!hasGo)('the witness refuses a checkpoint of a forked log', async () => {
  const size = await eventually('it has followed', async () => {
    const note = await read('checkpoint');
    return note.includes('testemunha.example/w') && sizeOf(note);
  });
  const root = createHash('sha256').update('another past').digest();
  const fork = signCheckpoint({ origin: NAME, size, root }, KEY_LINE());
  const body = `old ${size}\n\n${fork}`;
  const response = await fetch(`${witness.url}/add-checkpoint`, { method: 'POST', body });
  expect([409, 422]).toContain(response.status);
});

/** One copy per byte, each with that byte changed so that its base64 decoding differs too. */
const changedEverywhere = (bytes: Buffer): Buffer[] =>
  Array.from(bytes, (byte, at) => Buffer.from(bytes.with(at, byte === 0x41 ? 0x51 : 0x41)));

/** Writes each buffer to a file and returns the paths. */
function written(name: string, all: readonly Buffer[]): string[] {
  const place = join(strangers.folder, name);
  mkdirSync(place);
  return all.map((bytes, at) => {
    const path = join(place, String(at));
    writeFileSync(path, bytes);
    return path;
  });
}

/** Expects that verification accepts the part, but not with any byte changed or for another entry. */
async function expectOnlyAsItIs(command: string, part: string, trusted: Buffer): Promise<string[]> {
  const bytes = files.get(part) ?? Buffer.of();
  const entry = files.get('registro/entrada') ?? Buffer.of();
  const [key = '', own = '', other = ''] = written(`${command}-of`, [
    trusted,
    entry,
    Buffer.from(entry.toReversed()),
  ]);
  const all = written(command, [bytes, ...changedEverywhere(bytes)]);
  const output = (await strangers.verify(command, key, own, ...all)).trimEnd().split('\n');
  expect(output.shift()).toBe('holds');
  expect(output).toHaveLength(bytes.length);
  expect(output.flatMap((one, at) => (one.startsWith('refused: ') ? [] : [`byte ${at}: ${one}`]))).toEqual(
    [],
  );
  expect(await strangers.verify(command, key, other, all[0] ?? '')).toMatch(/^refused: /);
  return all;
}

it.skipIf(!hasGo)(
  'torchwood accepts the .tlog-proof and refuses it with any byte changed',
  async () => {
    const policy = `log ${KEY_LINE().verifier}\nwitness w ${witness.key}\nquorum w\n`;
    await expectOnlyAsItIs('tlog-proof', 'registro/prova.tlog-proof', Buffer.from(policy));
  },
  60_000,
);

it.skipIf(!hasGo)(
  'go-cose accepts the signature of the COSE Receipt over the root that transparency-dev/merkle makes of its proof; scitt-cose ' +
    'accepts it whole; neither does with a byte changed',
  async () => {
    const key = files.get('registro/chave.pem') ?? Buffer.of();
    const all = await expectOnlyAsItIs('receipt', 'registro/recibo.cose', key);
    const programs = pythonPackage('scitt-cose', '0.5.0');
    if (programs === undefined) return;
    const leaf = files.get('registro/entrada')?.toString('hex') ?? '';
    const [keyFile = ''] = written('scitt', [key]);
    const ask = (receipt = '') =>
      run(join(programs, 'scitt-cose'), [
        '--json',
        `--receipt=${receipt}`,
        `--receipt-log-pubkey=${keyFile}`,
        `--leaf-entry-hex=${leaf}`,
      ]);
    expect(JSON.parse((await ask(all[0])).stdout).receipt).toMatchObject({ ok: true, leaf_index: 302 });
    // Checks every 40th copy, since each check starts the program.
    for (let at = 1; at < all.length; at += 40) await expect(ask(all[at]), `${at}`).rejects.toThrow();
  },
  120_000,
);

it.skipIf(!hasGo)(
  'Go’s implementation verifies 1,000 log entries and the consistency of 50 trees',
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
      const file = join(strangers.folder, `note-${at}`);
      writeFileSync(file, note);
      return file;
    });
    const output = await strangers.verify('read', address, KEY_LINE().verifier, '1000', ...files);
    expect(output).toMatch(/^1000 entries in a tree of \d{4}, 1275 pairs of trees\n$/);
  },
  600_000,
);
