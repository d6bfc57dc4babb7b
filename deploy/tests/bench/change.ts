import { createHash, randomUUID } from 'node:crypto';
import { NO_DETAILS } from '@g2/terms/details';
import pg from 'pg';
import { create } from '../../../services/registration/src/domain/registration.ts';
import { changeStatus } from '../../../services/registration/src/domain/status-machine.ts';
import { countAllSteps } from '../../../services/registration/src/store/steps.ts';
import {
  changeRegistration,
  type Database,
  insertRegistration,
  openStore,
} from '../../../services/registration/src/store.ts';
import { details } from '../e2e/support/journey.ts';
import type { Stack } from '../e2e/support/stack.ts';
import { makeDatabase } from './database.ts';
import { median, report } from './support.ts';

const IN_FLIGHT = 20;
const SECONDS = 3;
const ROUNDS = 5;
const GOAL = 0.45;
const POOL = 10;

const owner = { id: randomUUID(), role: 'client' } as const;
/** The status machine allows both directions, so a registration can alternate between them. */
const STEPS = ['government_processing', 'reviewing'] as const;

/** Baseline: one statement that writes the same rows as the service, without its checks. */
const BARE = `WITH changed AS (
    UPDATE registrations SET status = $2, status_updated_at = $4, status_updated_by = $5, government_submitted_at = $4,
      version = version + 1 WHERE id = $1 AND status = $3 RETURNING id, version
  ), line AS (
    INSERT INTO registration_status_history (id, registration_id, from_status, to_status, changed_by, created_at)
    SELECT $6, id, $3, $2, $5, $4 FROM changed
  )
  INSERT INTO outbox (id, type, aggregate_id, version, data)
  SELECT $7, 'registration.status-changed', id::text, version, $8::jsonb FROM changed`;

/** A different admin per registration, as in real use. */
const admins = new Map<string, { id: string; role: 'admin' }>();
const adminOf = (id: string) => {
  const admin = admins.get(id) ?? { id: randomUUID(), role: 'admin' };
  admins.set(id, admin);
  return admin;
};

/** One registration under review per concurrent call, so that no call waits for a row lock. */
async function makeRegistrations(db: Database): Promise<string[]> {
  const ids = Array.from({ length: IN_FLIGHT }, () => randomUUID());
  for (const id of ids) {
    const now = new Date();
    const decision = create({ ...NO_DETAILS, ...details }, owner, id, now);
    const sha256 = createHash('sha256').update(id).digest('hex');
    const file = {
      sha256,
      sha512: null,
      fileName: 'fonte.zip',
      fileSize: 1_000,
      objectKey: `bench/${id}`,
      attachedAt: now,
    };
    const next = { ...decision.next, file, status: 'reviewing', paymentPaidAt: now } as const;
    await db.tx((tx) => insertRegistration(tx, { ...decision, next }));
  }
  return ids;
}

/** Alternates each registration's status until the time is over, then calls `finish`. @returns changes per second */
async function load(
  ids: string[],
  run: (id: string, from: string, to: (typeof STEPS)[number]) => Promise<unknown>,
  finish = async () => {},
): Promise<number> {
  const start = performance.now();
  const end = start + SECONDS * 1000;
  let done = 0;
  const turn = async (id: string) => {
    while (performance.now() < end) {
      await run(id, STEPS[1], STEPS[0]);
      await run(id, STEPS[0], STEPS[1]);
      done += 2;
    }
  };
  await Promise.all(ids.map(turn));
  await finish();
  return (done * 1000) / (performance.now() - start);
}

/** Compares a status change by the service (rule, row, history, outbox in one transaction) with one pg statement. */
export async function benchChange(stack: Stack): Promise<void> {
  // A separate database, so that no relay publishes its outbox.
  const url = await makeDatabase(stack.facts().postgresUrl, 'registration', 'bench_change');
  const db = openStore({ DATABASE_URL: url, DATABASE_POOL: POOL });
  const pool = new pg.Pool({ connectionString: url, max: POOL });
  const ids = await makeRegistrations(db);
  const byService = () =>
    load(
      ids,
      (id, _from, status) =>
        changeRegistration(db, id, (state) => changeStatus(state, adminOf(id), { status }, new Date())),
      () => countAllSteps(db),
    );
  const byStatement = () =>
    load(ids, (id, from, to) => {
      const data = {
        registrationId: id,
        userId: owner.id,
        title: details.title,
        fromStatus: from,
        toStatus: to,
      };
      const values = [
        id,
        to,
        from,
        new Date(),
        adminOf(id).id,
        randomUUID(),
        randomUUID(),
        JSON.stringify(data),
      ];
      return pool.query({ name: 'change', text: BARE, values });
    });
  await byService();
  await byStatement();
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    theirs.push(await byStatement());
    ours.push(await byService());
  }
  await db.close();
  await pool.end();
  const rate = (value: number) => `${value.toFixed(0)}/s`;
  const [own, bare] = [median(ours), median(theirs)];
  report(`status change, ${IN_FLIGHT} in flight`, rate(own), rate(bare), own / bare, GOAL);
}
