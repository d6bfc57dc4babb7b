import { newId } from '@g2/kit/ids';
import { NEWEST_SEARCHED, TOTAL_CAP } from '@g2/terms/search';
import type { Status } from '@g2/terms/statuses';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { byPriority } from '../src/store/sort-keys.ts';
import { openStore } from '../src/store.ts';
import { ownWorld, someone, wanted } from './world.ts';

const world = await ownWorld();
/** This database only compiles statements for EXPLAIN; it never connects. */
const db = openStore({ DATABASE_URL: world.env.DATABASE_URL ?? '', DATABASE_POOL: 1 });
afterAll(() => db.close());
const owner = someone();
const operator = someone('operator');

/**
 * Inserts registrations of one user, created at now plus `later`. In batches of a thousand, since triggers
 * update the figures for each row.
 */
async function insertMany(count: number, description: string, later: string): Promise<void> {
  for (let left = count; left > 0; left -= 1_000) {
    await world.pool.query(
      `INSERT INTO registrations (id, user_id, title, applicant_name, applicant_email, applicant_tax_id, holder_name,
         description, status_updated_at, created_at)
       SELECT gen_random_uuid(), $1, 'massa', 'A', 'a@example.com', '52998224725', 'A', $2, now(), now() + $3::interval
       FROM generate_series(1, $4)`,
      [newId(), description, later, Math.min(left, 1_000)],
    );
  }
}

describe('own list by priority', () => {
  it.each([
    ['wait', "'submitted'", 'NULL', 3],
    ['are not waiting', "'paid'", 'now()', 0],
  ])('reads only the rows it returns, of twenty thousand that %s', async (_what, status, paidAt, shown) => {
    const user = newId();
    const connection = await world.pool.connect();
    try {
      // Without the service's limit of eight seconds for a statement.
      await connection.query('BEGIN; SET LOCAL statement_timeout = 0');
      // In one transaction, the triggers would update the same figures for each of 20,000 rows and scan all
      // old row versions.
      await connection.query('ALTER TABLE registrations DISABLE TRIGGER USER');
      await connection.query(
        `INSERT INTO registrations (id, user_id, title, applicant_name, applicant_email, applicant_tax_id, holder_name,
           description, status, status_updated_at, created_at, sha256, file_name, file_size, file_storage_path,
           file_attached_at, payment_paid_at)
         SELECT gen_random_uuid(), $1, 'massa', 'A', 'a@example.com', '52998224725', 'A', 'nova', ${status},
           now() - n * interval '1 s', now(), encode(sha256(gen_random_uuid()::text::bytea), 'hex'), 'a.zip', 1, 'x',
           now(), ${paidAt}
         FROM generate_series(1, 20000) n`,
        [user],
      );
      await connection.query('ANALYZE registrations');
      const statuses: Status[] = ['submitted', 'certificate_issued'];
      const { key, within } = byPriority(statuses);
      const query = sql`EXPLAIN (ANALYZE, FORMAT JSON) SELECT id FROM registrations
        WHERE user_id = ${user} AND (${within}) AND status = ANY(${statuses})
        ORDER BY ${key}, status_updated_at DESC, id DESC LIMIT 3`.compile(db);
      const { rows } = await connection.query(query.sql, [...query.parameters]);
      const seen = JSON.stringify(rows[0]['QUERY PLAN'][0].Plan);
      expect(seen).toContain('"Index Name":"registrations_owner_priority_idx"');
      expect([...seen.matchAll(/"Actual Rows":(\d+)/g)].map(([, rows]) => Number(rows))).toEqual(
        [...seen.matchAll(/"Node Type"/g)].map(() => shown),
      );
      expect(seen).not.toMatch(/"Rows Removed by Filter":[1-9]/);
    } finally {
      await connection.query('ROLLBACK');
      connection.release(true);
    }
  });
});

describe('own list of tens of thousands', () => {
  it('has every page, which the export of own data reads', async () => {
    const user = someone();
    const pool = world.testEnv.pool({ connectionString: world.testEnv.adminUrl, max: 1 });
    const superuser = await pool.connect();
    try {
      // Without the triggers of each row.
      await superuser.query('SET search_path = registration, public; SET session_replication_role = replica');
      await superuser.query(
        `INSERT INTO registrations (id, user_id, title, applicant_name, applicant_email, applicant_tax_id, holder_name,
           description, status_updated_at, created_at)
         SELECT gen_random_uuid(), $1, 'massa ' || n, 'A', 'a@example.com', '52998224725', 'A', 'nova', now(),
           now() - n * interval '1 minute' FROM generate_series(1, 40300) n`,
        [user.id],
      );
      const page = { page: 202, limit: 100 };
      const { items, total } = await world.as(user).listOwn(wanted({ page }));
      const titles = items.map((item) => item.details?.title);
      expect([titles[0], titles.at(-1), total]).toEqual(['massa 20101', 'massa 20200', 40_300]);
    } finally {
      await superuser.query('DELETE FROM registrations WHERE user_id = $1', [user.id]);
      superuser.release();
      await pool.end();
    }
  });
});

describe('staff list of thousands', () => {
  it('finds texts of one or two characters only among the newest registrations', async () => {
    const { id } = await world.create(owner, { title: 'þŋ', applicantName: 'đħ' });
    for (const search of ['þ', 'Þŋ', 'ĐĦ']) {
      const page = await world.as(operator).listForStaff(wanted({ search, sort: 'title' }));
      expect([page.items.map((item) => item.id), page.total, page.totalCapped]).toEqual([[id], 1, false]);
    }
    const none = await world.as(operator).listForStaff(wanted({ search: 'þ', statuses: ['paid'] }));
    expect(none.items).toEqual([]);
    await insertMany(NEWEST_SEARCHED + 1, 'nova', '1 day');
    // In production, autovacuum runs ANALYZE after so many inserts.
    await world.pool.query('ANALYZE registrations, registration_search');
    const page = await world.as(operator).listForStaff(wanted({ search: 'þ' }));
    expect([page.items, page.total, page.totalCapped]).toEqual([[], 0, true]);
    expect((await world.as(owner).listOwn(wanted({ search: 'þ' }))).total).toBe(1);
  });

  it('caps the count of a text search at 10,000 and reports the cap', async () => {
    await insertMany(TOTAL_CAP + 1, 'massa', '0');
    const common = await world.as(operator).listForStaff(wanted({ search: 'massa' }));
    expect(common).toMatchObject({ total: TOTAL_CAP, totalCapped: true });
    expect(common.items).toHaveLength(10);
    const all = await world.as(operator).listForStaff(wanted());
    expect(all.total).toBeGreaterThan(TOTAL_CAP);
    expect(all.totalCapped).toBe(false);
  });
});
