import { createHash, generateKeyPairSync, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createLogger } from '@g2/kit/log';
import { NO_DETAILS } from '@g2/terms/details';
import {
  type CertificateStatement,
  numberFor,
} from '../../../services/certificate/src/domain/certificate.ts';
import { startStamping } from '../../../services/certificate/src/evidence/stamping.ts';
import { recordPayment } from '../../../services/certificate/src/evidence/store-deposits.ts';
import { createIssue } from '../../../services/certificate/src/issuing/issue.ts';
import { logKey } from '../../../services/certificate/src/log/key.ts';
import { startSequencer } from '../../../services/certificate/src/log/sequencer.ts';
import { renderCertificate } from '../../../services/certificate/src/pdf/certificate.ts';
import { createSigning } from '../../../services/certificate/src/signing/signing.ts';
import { openStore } from '../../../services/certificate/src/store.ts';
import { openFolder } from '../../test-authority/src/folder.ts';
import { details, holders } from '../e2e/support/journey.ts';
import type { Stack } from '../e2e/support/stack.ts';
import { makeDatabase } from './database.ts';
import { reportGoal } from './goal.ts';

/** Number of certificates issued before measuring, to warm up the JIT compilers. */
const WARM_UP = 60;
const CERTIFICATES = 100;
const GOAL_MS = 100;

const clock = () => new Date();
const log = createLogger('certificate', 'warn');
const hashOf = (algorithm: string, text: string) => createHash(algorithm).update(text).digest('hex');

function makeStatement(): CertificateStatement {
  const id = randomUUID();
  const at = clock().toISOString();
  return {
    ...NO_DETAILS,
    ...details,
    registrationId: id,
    userId: randomUUID(),
    holders: holders.map(({ holderName: name, holderTaxId: taxId, ownershipPercentage: percentage }) => ({
      name,
      taxId,
      percentage,
    })),
    sha256: hashOf('sha256', id),
    sha512: hashOf('sha512', id),
    fileName: 'código-fonte.zip',
    fileSize: 12_345_678,
    createdAt: at,
    depositedAt: at,
    paidAt: at,
    governmentSubmittedAt: at,
    issuedAt: at,
    versionNumber: 1,
    previousId: null,
    preceding: null,
  };
}

/** Opens the certificate service's parts in this process, with the stack's PostgreSQL and test authority. */
async function openParts(stack: Stack) {
  const { postgresUrl, testAuthorityUrl: url } = stack.facts();
  if (url === null) throw new Error('the stack has no test authority');
  const folder = join(stack.dataDir, 'test-authority');
  const { files } = await openFolder({ folder, baseUrl: url, at: clock() });
  const config = {
    G2_DEMO: true,
    PUBLIC_URL: stack.url,
    TSA_URLS: [`${url}/carimbo/1`, `${url}/carimbo/2`],
    TSA_ROOTS_FILE: files.tsaRoots,
    SIGNING_P12_FILE: files.p12,
    SIGNING_P12_PASSWORD: readFileSync(files.password, 'utf8'),
  };
  const { privateKey } = generateKeyPairSync('ed25519');
  const databaseUrl = await makeDatabase(postgresUrl, 'certificate', 'bench_proof');
  return {
    config,
    log,
    clock,
    wake: () => {},
    store: openStore({ DATABASE_URL: databaseUrl, DATABASE_POOL: 5 }),
    logKey: logKey(JSON.stringify(privateKey.export({ format: 'jwk' })), 'bench.example/log'),
    ...(await createSigning(config, log, clock)),
  };
}
type Parts = Awaited<ReturnType<typeof openParts>>;

/** Processor time of this process during the work, ms: all threads, user and kernel. */
async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Runs the service's loops until all evidence has every authority's stamp and is in the log. */
async function stampAndLog(parts: Parts): Promise<void> {
  const waiting = `SELECT EXISTS (SELECT FROM stamps WHERE answer IS NULL)
    OR EXISTS (SELECT FROM evidence WHERE log_index IS NULL) AS waiting`;
  const loops = [startSequencer(parts), ...startStamping(parts)];
  try {
    while ((await parts.store.db.pool.query(waiting)).rows[0].waiting) {
      await delay(200);
      for (const loop of loops) loop.wake();
    }
  } finally {
    await Promise.all(loops.map((loop) => loop.stop()));
  }
}

const depositAll = async (
  { store, authorities }: Parts,
  statements: readonly CertificateStatement[],
): Promise<void> => {
  const urls = authorities.map(({ url }) => url);
  for (const statement of statements) {
    const { registrationId: aggregateId } = statement;
    const delivery = { consumer: 'bench', eventId: randomUUID(), aggregateId, version: 1, time: clock() };
    await recordPayment(store.db, statement, { now: clock(), urls }, delivery);
  }
};

async function draw({ config, isTest }: Parts, statements: readonly CertificateStatement[]): Promise<void> {
  const at = clock().toISOString();
  const stamps = ['TESTE G2 - Carimbo 1', 'TESTE G2 - Carimbo 2'].map((authority) => ({
    authority,
    time: at,
  }));
  for (const statement of statements) {
    await renderCertificate({
      statement,
      number: numberFor(statement, 1),
      publicUrl: config.PUBLIC_URL,
      supersedes: null,
      deposit: { recordedAt: at, stamps, logIndex: 1 },
      manifest: Buffer.from(JSON.stringify(statement)),
      isTest,
    });
  }
}

/** First certificates replace no earlier one, so these clients must not be called. */
const unusedPeers = {
  certificateFacts: () => Promise.reject(new Error('not called')),
  countChanges: () => Promise.reject(new Error('not called')),
  close: () => {},
};

/** Measures the processor time per certificate: draw, sign to B-LTA, store with evidence, stamp and log. */
export async function benchProof(stack: Stack): Promise<void> {
  const parts = await openParts(stack);
  let signing = 0;
  const sign: Parts['sign'] = async (pdf) => {
    let signed: Awaited<ReturnType<Parts['sign']>> | undefined;
    signing += await cpuOf(async () => {
      signed = await parts.sign(pdf);
    });
    if (signed?.level !== 'B-LTA') throw new Error(`signed to ${signed?.level} only`);
    return signed;
  };
  const issue = createIssue({ ...parts, peers: unusedPeers, sign, wake: () => {} });
  const issueAll = async (statements: readonly CertificateStatement[]) => {
    for (const statement of statements) await issue(statement);
  };
  const early = Array.from({ length: WARM_UP }, makeStatement);
  const statements = Array.from({ length: CERTIFICATES }, makeStatement);
  await depositAll(parts, [...early, ...statements]);
  await stampAndLog(parts);
  await issueAll(early);
  await stampAndLog(parts);
  await draw(parts, early);
  const drawing = await cpuOf(() => draw(parts, statements));
  signing = 0;
  const issuing = await cpuOf(() => issueAll(statements));
  const stamping = await cpuOf(() => stampAndLog(parts));
  await parts.store.db.close();
  const each = (cpu: number) => cpu / CERTIFICATES;
  const shown = (cpu: number) => `${each(cpu).toFixed(1)} ms`;
  reportGoal(
    `certificate, signed and stamped, processor time of ${CERTIFICATES}`,
    each(issuing + stamping),
    GOAL_MS,
    'ms',
    1,
  );
  console.log(
    `  drawing ${shown(drawing)}, signing to B-LTA ${shown(signing)}, keeping ${shown(issuing - drawing - signing)}, ` +
      `stamps of both authorities and the log ${shown(stamping)}`,
  );
}
