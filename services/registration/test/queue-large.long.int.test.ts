import { newId } from '@g2/kit/ids';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ListFilters } from '../src/domain/list-filters.ts';
import { orderByKey, staffKeys } from '../src/store/pages.ts';
import { nextInQueue, viewCounts } from '../src/store/views.ts';
import { openStore } from '../src/store.ts';
import { paidQueue, takenByFive } from './queue-fixtures.ts';
import { codeOf, ownWorld, someone } from './world.ts';

const world = await ownWorld();
/** This database only compiles statements for EXPLAIN; it never connects. */
const db = openStore({ DATABASE_URL: world.env.DATABASE_URL ?? '', DATABASE_POOL: 1 });
afterAll(() => db.close());
const owner = someone();
const operator = someone('operator');

it('[next-once] assigns each of five hundred registrations once, to five concurrent operators', async () => {
  const ids = await paidQueue(world, owner, 500);
  expect(await takenByFive(world, 500)).toEqual(ids.toSorted());
  expect(await codeOf(world.as(operator).takeNext({}))).toBe('not-found');
  await world.pool.query('DELETE FROM registrations');
}, 180_000);

/**
 * SQL that inserts registrations in a status since the SQL time `since`. Issued ones are all assigned, of the
 * others about half.
 */
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

describe('among twenty thousand certified registrations', () => {
  const now = new Date();
  const filters = (over: Partial<ListFilters>): ListFilters => ({
    view: undefined,
    unassigned: false,
    jurisdiction: undefined,
    createdSince: undefined,
    warning: undefined,
    now,
    ...over,
  });

  /** Runs a statement and returns its plan; its writes are rolled back. */
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

  /** Largest number of rows that a node of the plan returned or filtered out. */
  const seen = (plan: string): number =>
    Math.max(
      ...[...plan.matchAll(/"(?:Actual Rows|Rows Removed by [\w ]+)":([\d.]+)/g)].map(([, rows]) =>
        Number(rows),
      ),
    );

  beforeAll(async () => {
    // Without the service's limit of ten seconds for a statement: these write tens of thousands of rows.
    const filler = await world.pool.connect();
    await filler.query('SET statement_timeout = 0');
    const add = (...row: [number, string, string, string]) => filler.query(many(...row), [newId()]);
    await add(20_000, 'certificate_issued', "now() - interval '300 days'", "now() - interval '350 days'");
    await add(300, 'paid', 'now()', 'now()');
    await add(200, 'government_processing', "now() - interval '20 days'", "now() - interval '30 days'");
    await add(40, 'reviewing', "now() - interval '60 days'", "now() - interval '70 days'");
    await add(30, 'submitted', "now() - interval '9 days'", "now() - interval '20 days'");
    await add(30, 'paid', "now() - interval '1 hour'", "now() - interval '20 days'");
    // Half of all registrations have the dependencies warning; about five have a private key.
    await filler.query(`INSERT INTO file_warnings (registration_id, code, registered_at, status_updated_at)
      SELECT r.id, code, created_at, status_updated_at FROM registrations r
      JOIN (VALUES ('any', 2), ('dependencies', 2), ('private-key', 4000)) AS w (code, every)
        ON ('x' || substr(sha256, 1, 6))::bit(24)::int % every = 0`);
    // Assigns all of them to one operator.
    await filler.query('UPDATE registration_assignments SET operator_id = $1', [operator.id]);
    await filler.query('ANALYZE');
    filler.release(true);
  }, 240_000);

  it.each([
    ['late', { view: 'late' }, 'statusUpdatedAt'],
    ['late, by title', { view: 'late' }, 'title'],
    ['sent again', { view: 'resubmitted' }, 'statusUpdatedAt'],
    ['sent again, newest first', { view: 'resubmitted' }, 'createdAt'],
    ['with the client', { view: 'awaiting-client' }, 'statusUpdatedAt'],
    ['with the client, by name', { view: 'awaiting-client' }, 'applicantName'],
    ['with the government', { view: 'government' }, 'statusUpdatedAt'],
    ['with unread messages', { view: 'messages' }, 'createdAt'],
    ['unassigned', { unassigned: true }, 'statusUpdatedAt'],
    ['unassigned, newest first', { unassigned: true }, 'createdAt'],
    ['of a rare jurisdiction', { jurisdiction: 'mercosul' }, 'createdAt'],
    ['of a rare jurisdiction, by title', { jurisdiction: 'mercosul' }, 'title'],
    ['of a jurisdiction that has none', { jurisdiction: 'usa' }, 'statusUpdatedAt'],
    ['late and unassigned', { view: 'late', unassigned: true }, 'statusUpdatedAt'],
    ['warned of', { warning: 'any' }, 'createdAt'],
    ['warned of, by waiting', { warning: 'any' }, 'statusUpdatedAt'],
    ['warned of as many are', { warning: 'dependencies' }, 'createdAt'],
    ['warned of as few are', { warning: 'private-key' }, 'createdAt'],
    ['warned of as few are, by waiting', { warning: 'private-key' }, 'statusUpdatedAt'],
    ['warned of as few are, by title', { warning: 'private-key' }, 'title'],
    ['warned of as none is', { warning: 'link' }, 'createdAt'],
    ['warned of as none is, by name', { warning: 'link' }, 'applicantName'],
    ['late and warned of as many are', { view: 'late', warning: 'dependencies' }, 'statusUpdatedAt'],
    ['late and warned of, by title', { view: 'late', warning: 'any' }, 'title'],
    ['sent again and warned of', { view: 'resubmitted', warning: 'any' }, 'createdAt'],
    ['unassigned and warned of as few are', { unassigned: true, warning: 'private-key' }, 'statusUpdatedAt'],
    ['of a rare jurisdiction, warned of', { jurisdiction: 'mercosul', warning: 'any' }, 'createdAt'],
    [
      'of a rare jurisdiction, warned of, by waiting',
      { jurisdiction: 'mercosul', warning: 'any' },
      'statusUpdatedAt',
    ],
  ] as const)('reads few rows for a page of registrations: %s', async (_what, over, field) => {
    const sort = { field, descending: false };
    const keys = staffKeys(db, { assignedTo: undefined, statuses: [], sort, filters: filters(over) });
    const isView = 'view' in over || 'unassigned' in over;
    const page =
      isView && field !== 'statusUpdatedAt'
        ? orderByKey(db.selectFrom(keys.offset(0).as('m')).selectAll(), sort).limit(10)
        : orderByKey(keys, sort).limit(10);
    const { sql: text, parameters } = page.compile();
    expect(seen(await planOf(text, parameters))).toBeLessThan(1_000);
  });

  it.each(['waiting', 'createdAt'] as const)(
    'reads few rows for a page of an operator’s registrations sorted by %s',
    async (field) => {
      const sort = { field, descending: true };
      const keys = staffKeys(db, { assignedTo: operator.id, statuses: [], sort, filters: filters({}) });
      const { sql: text, parameters } = orderByKey(keys, sort).limit(10).compile();
      expect(seen(await planOf(text, parameters))).toBeLessThan(1_000);
    },
  );

  it.each([
    ['paid, with many matches', ['paid'], 'dependencies', 'statusUpdatedAt'],
    ['done, with few matches', ['certificate_issued'], 'private-key', 'createdAt'],
    ['done, with no match', ['certificate_issued'], 'link', 'statusUpdatedAt'],
  ] as const)(
    'reads few rows to page and count a warning filter: %s',
    async (_what, statuses, warning, field) => {
      const sort = { field, descending: false };
      const wanted = {
        assignedTo: undefined,
        statuses: [...statuses],
        sort,
        filters: filters({ warning }),
      };
      const keys = staffKeys(db, wanted);
      for (const query of [
        orderByKey(keys, sort).limit(10),
        keys.clearSelect().select('r.id').limit(10_001),
      ]) {
        const { sql: text, parameters } = query.compile();
        expect(seen(await planOf(text, parameters))).toBeLessThan(1_000);
      }
    },
  );

  it.each([
    ['the counts of the views', () => viewCounts(now)],
    ['the next registration of the queue', () => nextInQueue(operator.id, undefined)],
    ['the next registration of a jurisdiction without any', () => nextInQueue(operator.id, 'usa')],
  ])('reads few rows for %s', async (_what, query) => {
    const { sql: text, parameters } = query().compile(db);
    expect(seen(await planOf(text, parameters))).toBeLessThan(1_000);
  });
});
