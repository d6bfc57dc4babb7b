import { closeAfterTests, createTestEnvironment } from '@g2/kit/testing';
import { TOTAL_CAP } from '@g2/terms/search';
import type { Status } from '@g2/terms/statuses';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkFilters, type FilterInput } from '../src/domain/list-filters.ts';
import { checkOwnOrder, checkStaffSort } from '../src/domain/query-parsing.ts';
import { listForStaff } from '../src/store/lists.ts';
import { listOwn } from '../src/store/own-lists.ts';
import { openStore } from '../src/store.ts';
import { DISTRIBUTIONS, fillWith, LARGE_OWNER, MIDDLE_OWNER, OPERATOR } from './distributions.ts';
import { plansOf, reportPlans } from './plans.ts';

const BIG = new Set(['registrations', 'registration_search', 'registration_assignments']);

const testEnv = await closeAfterTests(createTestEnvironment());
await reportPlans(testEnv);
const db = openStore({ DATABASE_URL: testEnv.env('registration').DATABASE_URL ?? '', DATABASE_POOL: 2 });
afterAll(() => db.close());
const cost = plansOf(db);

type Own = { sort?: string; search?: string; statuses?: Status[]; paidOnly?: boolean; page?: number };
const own = (userId: string, { sort = '', search = '', statuses = [], paidOnly = false, page = 1 }: Own) =>
  listOwn(db, userId, {
    search,
    statuses,
    paidOnly,
    waitingOnly: false,
    order: checkOwnOrder(sort),
    limit: 12,
    offset: 12 * (page - 1),
  });

type Staff = Omit<Own, 'paidOnly'> & { filters?: FilterInput; assignedTo?: string; ownedBy?: string };
const staff = ({
  sort = '',
  search = '',
  statuses = [],
  page = 1,
  filters = {},
  assignedTo,
  ownedBy,
}: Staff) =>
  listForStaff(db, {
    search,
    statuses,
    assignedTo,
    ownedBy,
    sort: checkStaffSort(sort, assignedTo),
    filters: checkFilters(filters, new Date()),
    limit: 20,
    offset: 20 * (page - 1),
  });

/**
 * Bounds of one call, with its count. A row of a page is read with its operator, file, messages and notes: at most
 * 40 buffers. Beside its page, a list walks an index alone, of which a buffer holds some hundred entries. A search
 * looks up at most a thousand matches, or scans some thousand rows, at five buffers each.
 */
const LIST_BUFFERS = 2_000;
const SEARCH_BUFFERS = 10_000;
/** The longest list of an owner, which is counted, and more than the matches that are counted. */
const ROWS_READ = 16_000;

async function expectCheap(call: () => Promise<unknown>, buffers: number): Promise<void> {
  const read = await cost(call, BIG);
  const said = read.statements.join('\n');
  expect(read.statements.length, said).toBeGreaterThan(0);
  // A scan that ends with the last counted match of a frequent word is the cheapest way.
  expect(
    read.scans.filter(({ rows }) => rows > TOTAL_CAP + 1),
    said,
  ).toEqual([]);
  expect(read.rows, said).toBeLessThan(ROWS_READ);
  expect(read.buffers, said).toBeLessThan(buffers);
}

const lastPage = async (
  list: (page: number) => Promise<{ total: number; items: unknown[] }>,
  size: number,
) => {
  const { total } = await list(1);
  return Math.max(1, Math.ceil(total / size));
};

describe.each(Object.entries(DISTRIBUTIONS))('with the distribution %s', (_name, distribution) => {
  beforeAll(() => fillWith(testEnv, distribution), 600_000);

  describe.each([
    ['of many registrations', LARGE_OWNER],
    ['of a thousand registrations', MIDDLE_OWNER],
  ])('an owner %s', (_who, userId) => {
    it.each<[string, Own]>([
      ['newest first', {}],
      ['by priority', { sort: 'priority' }],
      ['that waits, by priority', { sort: 'priority', statuses: ['submitted', 'certificate_issued'] }],
      ['by title', { sort: 'title' }],
      ['by last change', { sort: '-statusUpdatedAt' }],
      ['by status', { sort: 'status' }],
      ['of a frequent status', { statuses: ['certificate_issued'] }],
      ['of a rare status', { statuses: ['reviewing'] }],
      ['of a rare status by title', { statuses: ['reviewing'], sort: 'title' }],
      ['ever paid', { paidOnly: true }],
    ])('reads few pages for the first, a middle and the last page of a list %s', async (_what, over) => {
      const last = await lastPage((page) => own(userId, { ...over, page }), 12);
      for (const page of [1, Math.ceil(last / 2), last])
        await expectCheap(() => own(userId, { ...over, page }), LIST_BUFFERS);
    });

    it.each([
      ['that every title has', 'programa'],
      ['of an eighth of the titles', 'sistema'],
      ['of a tenth of the titles', 'prontuário'],
      ['and another', 'prontuário sistema'],
      ['that no title has', 'xyzzy'],
      ['of the applicant only', 'pessoa77@example.com'],
      ['of two letters', 'ss'],
    ])('reads few pages for a search for a word %s', async (_what, search) => {
      // The first call counts the matches; the others know if there are too many.
      for (const sort of ['', 'priority', 'title'])
        await expectCheap(() => own(userId, { search, sort }), SEARCH_BUFFERS);
      const last = await lastPage((page) => own(userId, { search, page }), 12);
      await expectCheap(() => own(userId, { search, page: Math.min(last, 16) }), SEARCH_BUFFERS);
    });
  });

  it.each<[string, Staff]>([
    ['newest first', {}],
    ['by title', { sort: 'title' }],
    ['of a status', { statuses: ['reviewing'] }],
    ['of a rare status by title', { statuses: ['reviewing'], sort: 'title' }],
    ['late', { filters: { view: 'late' }, sort: 'statusUpdatedAt' }],
    ['unassigned', { filters: { operatorId: 'none' }, sort: 'statusUpdatedAt' }],
    ['of an operator', { assignedTo: OPERATOR }],
    ['of an operator, longest waiting first', { assignedTo: OPERATOR, sort: '-waiting' }],
    ['of an operator in review', { assignedTo: OPERATOR, sort: '-waiting', statuses: ['reviewing'] }],
    ['of an owner', { ownedBy: LARGE_OWNER }],
    ['of an owner by title', { ownedBy: LARGE_OWNER, sort: 'title' }],
  ])(
    'reads few pages for the first, a deep and the last page of a list of the staff %s',
    async (_what, over) => {
      const last = await lastPage((page) => staff({ ...over, page }), 20);
      for (const page of [1, Math.min(500, Math.ceil(last / 2)), last])
        await expectCheap(() => staff({ ...over, page }), LIST_BUFFERS);
    },
  );

  it.each([
    ['that every title has', 'programa'],
    ['of an eighth of the titles', 'sistema'],
    ['of a tenth of the titles', 'prontuário'],
    ['and another', 'prontuário auditoria'],
    ['that no title has', 'xyzzy'],
    ['that is an address', 'pessoa77@example.com'],
    ['of two letters', 'ss'],
  ])('reads few pages for a search of the staff for a word %s', async (_what, search) => {
    await expectCheap(() => staff({ search }), SEARCH_BUFFERS);
    const last = await lastPage((page) => staff({ search, page }), 20);
    await expectCheap(() => staff({ search, page: Math.min(last, 11) }), SEARCH_BUFFERS);
    await expectCheap(() => staff({ search, ownedBy: LARGE_OWNER }), SEARCH_BUFFERS);
    await expectCheap(() => staff({ search, statuses: ['reviewing'] }), SEARCH_BUFFERS);
  });
});
