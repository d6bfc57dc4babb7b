import { newId } from '@g2/kit/ids';
import type { ListRequest } from '@g2/proto/registration';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkFilters } from '../src/domain/list-filters.ts';
import { orderByKey, staffKeys } from '../src/store/pages.ts';
import { openStore } from '../src/store.ts';
import { ownWorld, refusal, someone, wanted } from './world.ts';

const world = await ownWorld();
/** This database only compiles statements for EXPLAIN; it never connects. */
const db = openStore({ DATABASE_URL: world.env.DATABASE_URL ?? '', DATABASE_POOL: 1 });
afterAll(() => db.close());
const owner = someone();
const operator = someone('operator');
const admin = someone('admin');

const titles = (page: { items: { details?: { title: string } | undefined }[] }) =>
  page.items.map((item) => item.details?.title);

describe('the sorted staff list', () => {
  const word = newId().slice(24);
  const asked = (sort: string, over: Partial<ListRequest> = {}) =>
    world.as(operator).listForStaff(wanted({ sort, search: word, ...over }));
  const ordered = async (sort: string) => titles(await asked(sort)).map((title) => title?.split(' ')[0]);

  beforeAll(async () => {
    const named = (title: string, applicantName: string) => ({ title: `${title} ${word}`, applicantName });
    const [zebra, agua, abelha, ecra] = [
      await world.payable(someone()),
      await world.payable(someone()),
      await world.payable(someone()),
      await world.payable(someone()),
    ];
    const rename = async (id: string, userId: string, over: object) =>
      world.as({ id: userId, role: 'client' }).updateRegistration({ id, ...over });
    await rename(zebra.id, zebra.userId, named('Zebra', 'Célia'));
    await rename(agua.id, agua.userId, named('água', 'Ângela'));
    await rename(abelha.id, abelha.userId, named('Abelha', 'ana'));
    await rename(ecra.id, ecra.userId, named('Écran', 'Bruno'));
    for (const status of ['paid', 'reviewing']) await world.as(admin).changeStatus({ id: agua.id, status });
    await world.as(admin).changeStatus({ id: zebra.id, status: 'paid' });
    // Adds more than two pages of registrations, many with equal sort keys.
    await Promise.all(
      Array.from({ length: 16 }, (_, n) => (n % 2 ? world.at(owner, 'paid') : world.create(owner))),
    );
  });

  it.each([
    ['', ['Écran', 'Abelha', 'água', 'Zebra']],
    ['createdAt', ['Zebra', 'água', 'Abelha', 'Écran']],
    ['title', ['Abelha', 'água', 'Écran', 'Zebra']],
    ['applicantName', ['Abelha', 'água', 'Écran', 'Zebra']],
    ['statusUpdatedAt', ['Abelha', 'Écran', 'água', 'Zebra']],
    ['status', ['Abelha', 'Écran', 'Zebra', 'água']],
  ])('sorts by %j, in both directions', async (sort, expected) => {
    expect(await ordered(sort)).toEqual(expected);
    if (sort) expect(await ordered(`-${sort}`)).toEqual(expected.toReversed());
  });

  it.each(['createdAt', '-statusUpdatedAt', 'title', '-applicantName', 'status', '-status'])(
    'sorted by %j, neither repeats nor loses rows across pages despite equal sort keys',
    async (sort) => {
      for (const statuses of [[], ['submitted', 'paid']]) {
        const seen: string[] = [];
        for (let page = 1; ; page++) {
          const over = { search: '', statuses, page: { page, limit: 7 } };
          const { items, total } = await asked(sort, over);
          seen.push(...items.map((item) => item.id));
          if (items.length < 7) {
            expect(new Set(seen).size).toBe(seen.length);
            expect(seen).toHaveLength(total);
            break;
          }
        }
      }
    },
  );

  it.each(['name', '-', '--title', 'title DESC', 'Title'])('refuses the order %j', async (sort) => {
    const refused = await refusal(asked(sort));
    expect([refused.code, refused.detail.fields]).toEqual(['invalid-input', { sort: 'Ordenação inválida' }]);
  });

  it('uses an index for every sort order', async () => {
    const filters = checkFilters({}, new Date());
    for (const field of ['createdAt', 'statusUpdatedAt', 'title', 'applicantName', 'status'] as const) {
      const sort = { field, descending: true };
      const keys = staffKeys(db, { assignedTo: undefined, statuses: [], sort, filters });
      const query = orderByKey(keys, sort).limit(10).compile();
      const connection = await world.pool.connect();
      try {
        await connection.query('SET enable_sort = off');
        const { rows } = await connection.query(`EXPLAIN ${query.sql}`, [...query.parameters]);
        const plan = JSON.stringify(rows);
        expect(plan).toMatch(/Index (Only )?Scan Backward|Index (Only )?Scan using registrations_created_at/);
        expect(plan).not.toContain('Sort');
      } finally {
        connection.release(true);
      }
    }
  });
});
