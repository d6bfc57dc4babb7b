import { randomInt } from 'node:crypto';
// oxlint-disable-next-line no-restricted-imports -- killed at a random moment
import { setTimeout as sleep } from 'node:timers/promises';
import { connectRpc } from '@g2/kit/grpc-client';
import { closeAfterTests, eventually, type Peer } from '@g2/kit/testing';
import { checkBundle } from '@g2/proof/check';
import { openCheckpoint } from '@g2/proof/checkpoint';
import { consistencyPath, type Hash, isConsistent, leafHash, rootOf, subtreesOf } from '@g2/proof/merkle';
import { parseVerifierKey } from '@g2/proof/note';
import { tileHashes, tilesOf } from '@g2/proof/tiles';
import { CertificatesService } from '@g2/proto/certificate';
import { expect, it } from 'vitest';
import { logKey } from '../src/log/key.ts';
import { levelOf } from '../src/pades/sign.ts';
import { startAuthority } from './authority.ts';
import { unzip } from './unzip.ts';
import { startRegistrations } from './world.ts';

/** Certificates to issue while the service process is killed repeatedly. */
const CERTIFICATES = 120;
const KILLS = 30;
/** Maximum time from readiness of the service process to its kill, ms. */
const MAX_UPTIME_MS = 2_000;
/** Maximum time between two failures of authorities, ms. */
const MAX_FAILURE_INTERVAL_MS = 1_500;

const authority = await closeAfterTests(startAuthority());
const world = await closeAfterTests(startRegistrations());
const { testEnv, owner, admin } = world;
const NAME = 'registro.example/log';
const extra = {
  REGISTRATION_GRPC: world.grpc,
  LOG_ORIGIN: NAME,
  TSA_URLS: authority.urls.join(','),
  TSA_ROOTS_FILE: authority.path('carimbos-raizes.pem'),
  SIGNING_P12_FILE: authority.path('assinatura.p12'),
  SIGNING_P12_PASSWORD: authority.password,
};
const env = testEnv.env('certificate', extra);
const key = logKey(env.LOG_KEY ?? '', NAME);
const pool = testEnv.pool({ connectionString: env.DATABASE_URL, max: 2 });

const startService = () => testEnv.startPeer('certificate', extra);
const count = async (question: string): Promise<number> =>
  Number((await pool.query<{ n: string }>(`SELECT count(*) AS n ${question}`)).rows[0]?.n);
const issued = () => count('FROM certificates');

/** Tokens expire after a minute. */
async function renewTokens(): Promise<void> {
  owner.token = await testEnv.userToken({ id: owner.id, role: 'client' });
  admin.token = await testEnv.userToken({ id: admin.id, role: 'admin' });
}

/** Authorities and CRLs fail, hang and recover independently. */
async function disturbAuthorities(over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    const which = ([1, 2, 'lists'] as const)[randomInt(3)];
    await authority.setFailure((['failing', 'silent', null, null] as const)[randomInt(4)] ?? null, which);
    await sleep(randomInt(MAX_FAILURE_INTERVAL_MS), undefined, { signal: over }).catch(() => {});
  }
}

/**
 * Kills the service repeatedly while registrations are certified.
 * @returns the number of kills that interrupted unfinished work
 */
async function killAgainAndAgain(): Promise<number> {
  let inTheMiddle = 0;
  let certified = 0;
  for (let kill = 1; kill < KILLS; kill++) {
    const service = await startService();
    await renewTokens();
    const until = Math.ceil((CERTIFICATES * kill) / (KILLS - 1));
    const certify = async () => {
      for (; certified < until; certified++) {
        const { id } = await world.register(`Programa ${certified}`);
        await world.advance(id);
      }
    };
    await Promise.all([certify(), sleep(randomInt(MAX_UPTIME_MS)).then(() => service.kill('SIGKILL'))]);
    const open = certified - (await issued()) + (await count('FROM evidence WHERE log_index IS NULL'));
    if (open > 0) inTheMiddle++;
  }
  return inTheMiddle;
}

it('issues every certificate exactly once despite kills and failing time stamp authorities', async () => {
  const startedAt = Date.now();
  const calm = new AbortController();
  const troubling = disturbAuthorities(calm.signal);
  const inTheMiddle = await killAgainAndAgain();
  calm.abort();
  await troubling;
  // Both authorities fail until all certificates are issued; the last kill hits a service that needs stamps.
  await authority.setFailure('silent', 1);
  await authority.setFailure('failing', 2);
  let service: Peer = await startService();
  await eventually('all are issued', async () => (await issued()) >= CERTIFICATES, 400_000);
  await eventually('and logged', async () => (await count('FROM evidence WHERE log_index IS NULL')) === 0);
  const waiting = await count("FROM stamps WHERE answer IS NULL AND of <> 'checkpoint'");
  const bare = await count("FROM certificates WHERE level <> 'B-LTA'");
  await service.kill('SIGKILL');
  service = await startService();
  await authority.setFailure(null);
  const returned = Date.now();
  const stamps = () => count("FROM stamps WHERE answer IS NOT NULL AND of <> 'checkpoint'");
  await eventually('every stamp is there', async () => (await stamps()) === 4 * CERTIFICATES, 300_000);
  const took = Date.now() - returned;
  console.log(
    `${KILLS} kills, ${inTheMiddle} of them with something half done, in ${Math.round((returned - startedAt) / 1000)} s; ` +
      `${await issued()} certificates; ${waiting} stamps owed and ${bare} documents without theirs when the authorities ` +
      `came back, ${await stamps()} of ${4 * CERTIFICATES} there ${(took / 1000).toFixed(1)} s later`,
  );
  expect(inTheMiddle).toBeGreaterThan(KILLS / 2);
  await expectEachOnce();
  await expectOneLog();
  await expectBundles(service);
}, 2_100_000);

async function expectEachOnce(): Promise<void> {
  const { rows } = await pool.query(`
    SELECT (SELECT count(*) FROM certificates)::int AS certificates,
      (SELECT count(DISTINCT registration_id) FROM certificates)::int AS registrations,
      (SELECT count(DISTINCT number) FROM certificates)::int AS numbers,
      (SELECT count(*) FROM certificates WHERE due_at IS NULL AND level = 'B-LTA')::int AS whole,
      (SELECT count(*) FROM evidence WHERE kind = 'deposited')::int AS deposited,
      (SELECT count(*) FROM evidence WHERE kind = 'certified')::int AS certified,
      (SELECT count(*) - count(DISTINCT (registration_id, kind)) FROM evidence)::int AS twice,
      (SELECT count(*) FROM evidence)::int AS evidence,
      (SELECT count(*) FROM evidence JOIN log_entries ON index = log_index AND entry = commitment)::int AS logged,
      (SELECT count(*) FROM log_entries)::int AS entries,
      (SELECT count(*) FROM stamps WHERE answer IS NULL AND of <> 'checkpoint')::int AS owed,
      (SELECT count(*) FROM outbox WHERE type = 'certificate.issued')::int AS announced`);
  // A payment without evidence: its event arrived after the certificate.
  const { evidence } = rows[0];
  expect(rows[0]).toEqual({
    certificates: CERTIFICATES,
    registrations: CERTIFICATES,
    numbers: CERTIFICATES,
    whole: CERTIFICATES,
    deposited: CERTIFICATES,
    certified: CERTIFICATES,
    twice: 0,
    evidence,
    logged: evidence,
    entries: evidence + 1,
    owed: 0,
    announced: CERTIFICATES,
  });
}

/** Recomputes all leaves and tiles, and verifies every checkpoint and its consistency with the next. */
async function expectOneLog(): Promise<void> {
  const entries = (await pool.query<{ entry: Buffer }>('SELECT entry FROM log_entries ORDER BY index')).rows;
  const leaves: Hash[] = entries.map(({ entry }) => leafHash(entry));
  const tiles = new Map<string, Buffer>();
  for (const { level, index, hashes } of (await pool.query('SELECT level, index, hashes FROM log_tiles'))
    .rows)
    tiles.set(`${level}/${index}`, hashes);
  for (const { level, index, width } of tilesOf(leaves.length)) {
    const span = 256 ** level;
    const expected = Array.from({ length: width }, (_, at) => {
      const start = (index * 256 + at) * span;
      return subtreesOf(leaves)({ start, end: start + span });
    });
    expect(tileHashes(tiles.get(`${level}/${index}`) ?? Buffer.of())).toEqual(expected);
  }
  const notes = (await pool.query<{ note: string }>('SELECT note FROM log_checkpoints ORDER BY size')).rows;
  const trees = notes.map(({ note }) => openCheckpoint(note, parseVerifierKey(key.verifier)));
  expect(trees.at(-1)?.size).toBe(leaves.length);
  for (const [at, tree] of trees.entries()) {
    expect(tree.root).toEqual(rootOf(leaves.slice(0, tree.size)));
    const before = trees[at - 1];
    if (before === undefined) continue;
    const path = consistencyPath(before.size, tree.size).map(subtreesOf(leaves));
    expect(isConsistent(before, tree, path)).toBe(true);
  }
  console.log(
    `${leaves.length} leaves and ${tiles.size} tiles as hashed anew, ${trees.length} checkpoints, each continued`,
  );
}

async function expectBundles({ grpc }: Peer): Promise<void> {
  const certificates = connectRpc(CertificatesService, grpc);
  try {
    const { rows } = await pool.query<{ id: string }>('SELECT registration_id AS id FROM certificates');
    for (const [at, { id }] of rows.entries()) {
      if (at % 20 === 0) await renewTokens();
      const files = await unzip((await certificates.getProof({ id }, { token: owner.token })).content);
      const checks = checkBundle(files, { logKey: key.verifier, roots: authority.roots });
      expect(checks.filter(({ outcome }) => outcome !== 'holds')).toEqual([]);
      const stamps = checks.filter(({ part }) => part.startsWith('carimbos/') && part.endsWith('.tsr'));
      expect(stamps).toHaveLength(4);
      expect(levelOf(files.get('certificado.pdf') ?? Buffer.of())).toBe('B-LTA');
    }
    console.log(`${rows.length} bundles hold, each with four stamps and a document at B-LTA`);
  } finally {
    certificates.close();
  }
}
