import { newId } from '@g2/kit/ids';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Narrowing } from '../src/domain/narrowing.ts';
import { type Database, openStore } from '../src/store.ts';
import { inOrder, staffKeys } from '../src/store-pages.ts';
import { nextOfQueue, viewCounts } from '../src/store-views.ts';
import { paidQueue, takenByFive } from './queued.ts';
import { codeOf, createWorld, someone, type World } from './world.ts';

let world: World;
let db: Database;
const owner = someone();
const operator = someone('operator');

beforeAll(async () => {
  world = await createWorld();
  db = openStore({ DATABASE_URL: world.env.DATABASE_URL ?? '', DATABASE_POOL: 1 });
});
afterAll(async () => {
  await db?.close();
  await world?.close();
});

it('[next-once] five operators take five hundred at once: none twice, and none is left', async () => {
  const ids = await paidQueue(world, owner, 500);
  expect(await takenByFive(world, 500)).toEqual(ids.toSorted());
  expect(await codeOf(world.as(operator).takeNext({}))).toBe('not-found');
  await world.pool.query('DELETE FROM registrations');
}, 180_000);

/** Of registrations, so many in a status since the days ago that the expression says; every other one assigned. */
const many = (count: number, status: string, since: string, paid: string) => `
  WITH made AS (
    INSERT INTO registrations (id, user_id, title, applicant_name, applicant_email, applicant_tax_id, holder_name,
      description, status, status_updated_at, created_at, payment_paid_at, jurisdiction, sha256, file_name, file_size,
      file_storage_path, file_attached_at, government_submitted_at, certificate_issued_at)
    SELECT gen_random_uuid(), $1, 'massa', 'A', 'a@example.com', '52998224725', 'A', 'x', '${status}', ${since},
      now() - interval '400 days', ${paid}, CASE WHEN n % 5000 = 0 THEN 'mercosul' ELSE 'global' END,
      encode(sha256(gen_random_uuid()::text::bytea), 'hex'), 'a.zip', 1, 'x', now(),
      CASE WHEN '${status}' IN ('government_processing', 'certificate_issued') THEN now() END,
      CASE WHEN '${status}' = 'certificate_issued' THEN now() END
    FROM generate_series(1, ${count}) n RETURNING id, created_at)
  INSERT INTO registration_assignments SELECT id, gen_random_uuid(), created_at, false FROM made
  WHERE ${status === 'certificate_issued'} OR get_byte(uuid_send(id), 0) % 2 = 0`;

describe('among twenty thousand that are done', () => {
  const now = new Date();
  const narrowing = (over: Partial<Narrowing>): Narrowing => ({
    view: undefined,
    unassigned: false,
    jurisdiction: undefined,
    createdSince: undefined,
    now,
    ...over,
  });

  /** The plan of what runs, as it was carried out; nothing it wrote stays. */
  async function planOf(text: string, parameters: readonly unknown[]): Promise<string> {
    const connection = await world.pool.connect();
    try {
      await connection.query('BEGIN');
      const { rows } = await connection.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, [...parameters]);
      await connection.query('ROLLBACK');
      return JSON.stringify(rows[0]['QUERY PLAN'][0].Plan);
    } finally {
      connection.release(true);
    }
  }

  /** Rows that any node of the plan gave, or looked at in vain. */
  const seen = (plan: string): number =>
    Math.max(
      ...[...plan.matchAll(/"(?:Actual Rows|Rows Removed by [\w ]+)":([\d.]+)/g)].map(([, rows]) =>
        Number(rows),
      ),
    );

  beforeAll(async () => {
    const add = (...row: [number, string, string, string]) => world.pool.query(many(...row), [newId()]);
    await add(20_000, 'certificate_issued', "now() - interval '300 days'", "now() - interval '350 days'");
    await add(300, 'paid', 'now()', 'now()');
    await add(200, 'government_processing', "now() - interval '20 days'", "now() - interval '30 days'");
    await add(40, 'reviewing', "now() - interval '60 days'", "now() - interval '70 days'");
    await add(30, 'submitted', "now() - interval '9 days'", "now() - interval '20 days'");
    await add(30, 'paid', "now() - interval '1 hour'", "now() - interval '20 days'");
    await world.pool.query('ANALYZE');
  }, 120_000);

  it.each([
    ['late', { view: 'late' }, 'statusUpdatedAt'],
    ['late, by title', { view: 'late' }, 'title'],
    ['sent again', { view: 'resubmitted' }, 'statusUpdatedAt'],
    ['sent again, newest first', { view: 'resubmitted' }, 'createdAt'],
    ['with the client', { view: 'awaiting-client' }, 'statusUpdatedAt'],
    ['with the client, by name', { view: 'awaiting-client' }, 'applicantName'],
    ['with the government', { view: 'government' }, 'statusUpdatedAt'],
    ['nobody’s', { unassigned: true }, 'statusUpdatedAt'],
    ['nobody’s, newest first', { unassigned: true }, 'createdAt'],
    ['of a rare jurisdiction', { jurisdiction: 'mercosul' }, 'createdAt'],
    ['of a rare jurisdiction, by title', { jurisdiction: 'mercosul' }, 'title'],
    ['of a jurisdiction that has none', { jurisdiction: 'usa' }, 'statusUpdatedAt'],
    ['late and nobody’s', { view: 'late', unassigned: true }, 'statusUpdatedAt'],
  ] as const)('a page of what is %s reads none of them', async (_what, over, field) => {
    const sort = { field, descending: false };
    const keys = staffKeys(db, { assignedTo: undefined, statuses: [], sort, narrowing: narrowing(over) });
    const isView = 'view' in over || 'unassigned' in over;
    const page =
      isView && field !== 'statusUpdatedAt'
        ? inOrder(db.selectFrom(keys.offset(0).as('m')).selectAll(), sort).limit(10)
        : inOrder(keys, sort).limit(10);
    const { sql: text, parameters } = page.compile();
    expect(seen(await planOf(text, parameters))).toBeLessThan(1_000);
  });

  it.each([
    ['the counts of the views', () => viewCounts(now)],
    ['the next one', () => nextOfQueue(operator.id, undefined)],
    ['the next one of a jurisdiction that has none', () => nextOfQueue(operator.id, 'usa')],
  ])('%s reads none of them', async (_what, query) => {
    const { sql: text, parameters } = query().compile(db);
    expect(seen(await planOf(text, parameters))).toBeLessThan(1_000);
  });
});
