import { newId } from '@g2/kit/ids';
import type { ListRequest } from '@g2/proto/registration';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anyHash, codeOf, createWorld, someone, type World } from './world.ts';

let world: World;
const owner = someone();
const operator = someone('operator');
const admin = someone('admin');

const wanted = (over: Partial<ListRequest> = {}): ListRequest => ({
  page: undefined,
  statuses: [],
  search: '',
  assignedToMe: false,
  ...over,
});
const titles = (page: { items: { details?: { title: string } | undefined }[] }) =>
  page.items.map((item) => item.details?.title);

beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world?.close());

describe('own list', () => {
  it('is newest first, in pages, and one’s own alone', async () => {
    const user = someone();
    for (let n = 1; n <= 14; n++) await world.create(user, { title: `Nº ${n}` });
    const first = await world.as(user).listOwn(wanted());
    expect([first.total, first.items.length]).toEqual([14, 12]);
    expect(titles(first).slice(0, 2)).toEqual(['Nº 14', 'Nº 13']);
    const second = await world.as(user).listOwn(wanted({ page: { page: 2, limit: 12 } }));
    expect(titles(second)).toEqual(['Nº 2', 'Nº 1']);
    expect((await world.as(someone()).listOwn(wanted())).total).toBe(0);
    expect(await codeOf(world.as(user).listOwn(wanted({ page: { page: 1, limit: 101 } })))).toBe(
      'invalid-input',
    );
    expect(await codeOf(world.as(user).listOwn(wanted({ statuses: ['pago'] })))).toBe('invalid-input');
  });

  it('is searched in title, holder name and description, whatever the case', async () => {
    const user = someone();
    await world.create(user, { title: 'Álgebra 100%' });
    await world.create(user, { holderName: 'João ÁLGEBRA' });
    await world.create(user, { description: 'faz álgebra' });
    await world.create(user, { applicantName: 'Álgebra', title: 'um_dois' });
    const find = async (search: string) => (await world.as(user).listOwn(wanted({ search }))).total;
    expect(await find('ÁLGEBRA')).toBe(3);
    expect(await find('100%')).toBe(1);
    expect(await find('0_%')).toBe(0);
    expect(await find('um_d')).toBe(1);
    expect(await find("'; --\\")).toBe(0);
  });

  it('is filtered by status', async () => {
    const user = someone();
    await world.create(user);
    const paid = await world.at(user, 'paid');
    const page = await world.as(user).listOwn(wanted({ statuses: ['paid', 'reviewing'] }));
    expect(page.items.map((item) => item.id)).toEqual([paid.id]);
    expect(page.total).toBe(1);
  });
});

describe('staff list', () => {
  it('finds by every field, and by the beginning of the hash', async () => {
    const sha256 = anyHash();
    const word = newId().slice(24);
    const { id } = await world.payable(owner, { sha256 });
    await world.as(owner).updateRegistration({
      id,
      applicantName: `Zé ${word}`,
      applicantEmail: `${word}@example.com`,
      applicantTaxId: '987.654.321-00',
    });
    const find = async (search: string) =>
      (await world.as(operator).listForStaff(wanted({ search }))).items.map((item) => item.id);
    for (const search of [
      `zé ${word}`,
      `${word}@EXAMPLE`,
      '987.654.321',
      sha256.slice(0, 12),
      sha256.toUpperCase(),
    ]) {
      expect(await find(search)).toEqual([id]);
    }
    expect(await find(sha256.slice(1, 13))).toEqual([]);
    const [item] = (await world.as(operator).listForStaff(wanted({ search: word }))).items;
    expect(item?.staff).toMatchObject({ allowedActions: ['add_notes'], fileStoragePath: expect.any(String) });
  });

  it('totals by the counters what the table holds, after every kind of change', async () => {
    const { id } = await world.at(owner, 'paid', 'reviewing');
    await world.as(operator).operatorAction({ id, action: 'request_corrections' });
    const gone = await world.create(owner);
    await world.as(owner).deleteRegistration({ id: gone.id });
    await Promise.all(Array.from({ length: 12 }, () => world.at(someone(), 'paid')));
    const { rows } = await world.pool.query<{ status: string; n: string }>(
      'SELECT status, count(*) AS n FROM registrations GROUP BY 1',
    );
    for (const { status, n } of rows) {
      const page = await world.as(operator).listForStaff(wanted({ statuses: [status] }));
      expect([status, page.total]).toEqual([status, Number(n)]);
    }
    const all = await world.as(operator).listForStaff(wanted({ page: { page: 1, limit: 100 } }));
    expect(all.total).toBe(rows.reduce((sum, row) => sum + Number(row.n), 0));
    expect(all.items).toHaveLength(Math.min(100, all.total));
    const stats = await world.as(operator).getOperatorStats({});
    const of = (status: string) => Number(rows.find((row) => row.status === status)?.n ?? 0);
    expect(stats).toEqual({
      total: all.total,
      awaitingReview: of('paid'),
      inReview: of('reviewing'),
      inGovernmentProcessing: of('government_processing'),
    });
  });

  it('stops counting a text search at 10,000 and says so', async () => {
    await world.pool.query(
      `INSERT INTO registrations (id, user_id, title, applicant_name, applicant_email, applicant_tax_id, holder_name,
         description, status_updated_at, created_at)
       SELECT gen_random_uuid(), $1, 'massa', 'A', 'a@example.com', '52998224725', 'A', 'massa', now(), now()
       FROM generate_series(1, 10001)`,
      [newId()],
    );
    const common = await world.as(operator).listForStaff(wanted({ search: 'massa' }));
    expect(common).toMatchObject({ total: 10_000, totalCapped: true });
    expect(common.items).toHaveLength(10);
    const all = await world.as(operator).listForStaff(wanted());
    expect(all.total).toBeGreaterThan(10_000);
    expect(all.totalCapped).toBe(false);
  });

  it('is for staff', async () => {
    expect(await codeOf(world.as(owner).listForStaff(wanted()))).toBe('forbidden');
    expect(await codeOf(world.as(admin).listForStaff(wanted({ search: 'a\0b' })))).toBe('invalid-input');
  });
});
