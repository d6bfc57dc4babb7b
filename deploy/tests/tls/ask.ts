// Child process: prints the results of connecting to PostgreSQL, NATS and S3. Node reads NODE_EXTRA_CA_CERTS only at
// start, so each test needs a new process.
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { createSignatureVerifier } from '@g2/kit/actor';
import { newId } from '@g2/kit/ids';
import { createLogger } from '@g2/kit/log';
import { startBus } from '@g2/kit/nats';
import { createPool } from '@g2/kit/pool';
import { objectKey } from '../../../services/storage-hashing/src/domain/object-key.ts';
import { openInspectionSandbox } from '../../../services/storage-hashing/src/inspection/inspection-sandbox.ts';
import { openObjects } from '../../../services/storage-hashing/src/objects/open-objects.ts';

const { DATABASE_URL = '', NATS_URL = '', S3_ENDPOINT, S3_ACCESS_KEY, S3_SECRET_KEY } = process.env;
/** Clients retry after a certificate error; give up after this long. */
const TIMEOUT_MS = 6_000;
const log = createLogger('ask', 'silent');
const driver = {
  STORAGE_DIR: undefined,
  S3_ENDPOINT,
  S3_ACCESS_KEY,
  S3_SECRET_KEY,
  S3_BUCKET: 'g2-tls',
  S3_REGION: 'us-east-1',
};

async function database(): Promise<string> {
  const pool = createPool(DATABASE_URL, 1);
  try {
    const { rows } = await pool.query('SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()');
    return rows[0].ssl ? 'by TLS' : 'in plain';
  } finally {
    await pool.end();
  }
}

async function bus(): Promise<string> {
  const made = startBus({
    url: NATS_URL,
    prefix: 'g2',
    service: 'gateway',
    trust: createSignatureVerifier({ keys: [] }),
    log,
  });
  const said = await Promise.race([made.ready().then(() => 'reached'), delay(TIMEOUT_MS, 'not reached')]);
  await made.stop();
  return said;
}

/** Uploads a deposit that is not a ZIP and inspects it. */
async function deposit(): Promise<string> {
  const objects = openObjects(driver, log);
  const depositSandbox = openInspectionSandbox(objects);
  try {
    const key = objectKey(newId());
    await objects.put(key, Readable.from([Buffer.from('no ZIP')]), 6);
    const report = await depositSandbox.look({ key, size: 6 }, AbortSignal.timeout(60_000));
    return 'problem' in report ? report.problem : 'a ZIP';
  } finally {
    await depositSandbox.close();
  }
}

const said = (work: Promise<string>) =>
  work.catch((error: unknown) => String((error as { code?: string }).code ?? error));
console.log(JSON.stringify(await Promise.all([database(), bus(), deposit()].map(said))));
process.exit(0);
