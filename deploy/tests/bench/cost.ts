import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { schemaOf, serviceNames } from '@g2/kit/provision';
import { eventStream } from '@g2/kit/streams';
import { jetstreamManager } from '@nats-io/jetstream';
import autocannon from 'autocannon';
import pg from 'pg';
import { connectNats } from '../../ops/backup/stream.ts';
import { type Client, demoAccounts, logIn, signUp } from '../e2e/support/client.ts';
import { holders } from '../e2e/support/journey.ts';
import { type Stack, startStack } from '../e2e/support/stack.ts';
import { buyCredits, FEE, payableRegistration, waitUntil } from '../faults/support.ts';

/** Registrations before the measurement, so that the just-in-time compilers and pages of tables are warm. */
const WARM_UP = 40;
const REGISTRATIONS = 240;
const AT_ONCE = 4;
const READ_CONNECTIONS = 20;
const READ_SECONDS = 10;
/** Maximum amount of one credit purchase, cents. */
const LARGEST_PURCHASE = 10_000_000;
/** Clock ticks of /proc per second (USER_HZ). */
const TICKS = 100;
const LARGEST_TABLES = 8;

/** Processor time by program since its start, seconds. */
function processorTimes(stack: Stack): Map<string, number> {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => processAt(Number(name)))
    .filter((one) => one !== undefined);
  const total = (pid: number, own: number): number =>
    processes.filter(({ parent }) => parent === pid).reduce((sum, one) => sum + total(one.pid, one.own), own);
  return new Map(
    stack.facts().processes.map(({ name, pid }) => {
      const main = processes.find((one) => one.pid === pid);
      return [name, main ? total(pid, main.own + main.ended) : 0];
    }),
  );
}

type ProcessTimes = { pid: number; parent: number; own: number; ended: number };

/** `own`: processor time of a process, `ended`: of its children that have ended, seconds. Undefined once it has ended. */
function processAt(pid: number): ProcessTimes | undefined {
  try {
    // The name in parentheses may contain spaces. After it, the second field is the parent, and the 12th to 15th are
    // the times in user and kernel mode, of the process and of its ended children.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    const [user = 0, kernel = 0, endedUser = 0, endedKernel = 0] = fields.slice(11, 15).map(Number);
    return {
      pid,
      parent: Number(fields[1]),
      own: (user + kernel) / TICKS,
      ended: (endedUser + endedKernel) / TICKS,
    };
  } catch {
    return undefined;
  }
}

/** Bytes of each table with its indexes, and of the other stores. */
async function storedBytes(stack: Stack, pool: pg.Pool): Promise<Map<string, number>> {
  await pool.query('VACUUM ANALYZE');
  const { rows } = await pool.query<{ name: string; bytes: string }>(
    `SELECT schemaname || '.' || relname AS name, pg_total_relation_size(relid) AS bytes
     FROM pg_stat_user_tables WHERE schemaname = ANY($1)`,
    [serviceNames.map((service) => schemaOf[service])],
  );
  const nc = await connectNats(stack.facts().natsUrl);
  try {
    const { state } = await (await jetstreamManager(nc)).streams.info(eventStream('g2'));
    return new Map([
      ...rows.map(({ name, bytes }) => [name, Number(bytes)] as const),
      ['stream of events (30 days)', state.bytes],
      ['objects', folderBytes(join(stack.dataDir, 'objects'))],
    ]);
  } finally {
    await nc.close();
  }
}

const folderBytes = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);

/** Registers, pays with credits and takes a registration to its certificate. @returns its id */
async function register(client: Client, operator: Client, admin: Client): Promise<string> {
  const id = await payableRegistration(client);
  for (const holder of holders) await client.post(`/api/registrations/${id}/holders`, holder);
  await client.post(`/api/registrations/${id}/credit-payment`);
  const path = `/api/registrations/${id}`;
  for (const _step of ['paid', 'reviewing'])
    await operator.patch(`${path}/operator-action`, { action: 'approve' });
  for (const status of ['completed', 'certificate_issued'])
    await admin.patch(`/api/admin/registrations/${id}/status`, { status });
  return id;
}

/** Takes `count` registrations to their certificates, a few at once, and waits until all effects are there. */
async function registerMany(stack: Stack, pool: pg.Pool, count: number): Promise<void> {
  const [operator, admin] = [
    await logIn(stack.url, demoAccounts.operator),
    await logIn(stack.url, demoAccounts.admin),
  ];
  const ids: string[] = [];
  const each = Math.ceil(count / AT_ONCE);
  const one = async () => {
    const { client } = await signUp(stack.url);
    for (let cents = 0; cents < each * FEE; cents += LARGEST_PURCHASE)
      await buyCredits(client, LARGEST_PURCHASE);
    for (let n = 0; n < each; n++) ids.push(await register(client, operator, admin));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
  await waitUntil('every certificate is logged and stamped', async () => {
    const { rows } = await pool.query<{ done: boolean }>(
      `SELECT (SELECT count(*) FROM certificate.certificates WHERE registration_id = ANY($1::uuid[])) = $2
         AND NOT EXISTS (SELECT FROM certificate.stamps WHERE answer IS NULL)
         AND NOT EXISTS (SELECT FROM certificate.evidence WHERE log_index IS NULL) AS done`,
      [ids, ids.length],
    );
    return rows[0]?.done === true;
  });
  // The remaining loops: figures, audit chain and mails.
  await delay(10_000);
}

function printTimes(
  what: string,
  before: Map<string, number>,
  after: Map<string, number>,
  count: number,
): void {
  const spent = [...after].map(([name, time]) => ({
    name,
    ms: ((time - (before.get(name) ?? 0)) * 1_000) / count,
  }));
  const all = spent.reduce((sum, { ms }) => sum + ms, 0);
  const parts = spent
    .filter(({ ms }) => ms / all >= 0.01)
    .toSorted((a, b) => b.ms - a.ms)
    .map(({ name, ms }) => `${name} ${ms.toFixed(2)}`);
  const perHour = Math.round(3_600_000 / all);
  console.log(`${what}: ${all.toFixed(2)} ms of processor time, ${perHour} per core and hour`);
  console.log(`  ms: ${parts.join(', ')}`);
}

function printBytes(before: Map<string, number>, after: Map<string, number>, count: number): void {
  const grown = [...after].map(([name, bytes]) => ({
    name,
    bytes: (bytes - (before.get(name) ?? 0)) / count,
  }));
  const all = grown.reduce((sum, { bytes }) => sum + bytes, 0);
  const kb = (bytes: number) => `${(bytes / 1_000).toFixed(1)} KB`;
  const largest = grown.toSorted((a, b) => b.bytes - a.bytes).slice(0, LARGEST_TABLES);
  console.log(`stored for a registration with its certificate, without its file: ${kb(all)}`);
  console.log(`  ${largest.map(({ name, bytes }) => `${name} ${kb(bytes)}`).join(', ')}`);
}

/** Measures what a registration and a read cost: processor time of all programs and servers, and stored bytes. */
export async function benchCost(): Promise<void> {
  const stack = await startStack({ env: { WRITES_PER_MINUTE: '100000' } });
  try {
    await measureCost(stack);
  } finally {
    await stack.stop();
    rmSync(stack.dataDir, { recursive: true, force: true });
  }
}

async function measureCost(stack: Stack): Promise<void> {
  const pool = new pg.Pool({ connectionString: stack.facts().postgresUrl, max: 2 });
  try {
    await registerMany(stack, pool, WARM_UP);
    const [timesBefore, bytesBefore] = [processorTimes(stack), await storedBytes(stack, pool)];
    await registerMany(stack, pool, REGISTRATIONS);
    const [timesAfter, bytesAfter] = [processorTimes(stack), await storedBytes(stack, pool)];
    printTimes('a registration from draft to certificate', timesBefore, timesAfter, REGISTRATIONS);
    printBytes(bytesBefore, bytesAfter, REGISTRATIONS);
    const { client } = await signUp(stack.url);
    const id = await payableRegistration(client);
    const beforeReads = processorTimes(stack);
    const { requests, non2xx, errors } = await autocannon({
      url: `${stack.url}/api/registrations/${id}`,
      connections: READ_CONNECTIONS,
      duration: READ_SECONDS,
      headers: { cookie: client.cookie },
    });
    if (non2xx + errors > 0) throw new Error(`${non2xx} bad responses, ${errors} errors`);
    printTimes('a read of a registration', beforeReads, processorTimes(stack), requests.total);
  } finally {
    await pool.end();
  }
}
