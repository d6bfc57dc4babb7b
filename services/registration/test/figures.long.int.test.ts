import { newId } from '@g2/kit/ids';
import { ExportPage } from '@g2/proto/registration';
import { describe, expect, it } from 'vitest';
import { codeOf, copies, largest, ownWorld, someone, wanted } from './world.ts';

const owner = someone();
const admin = someone('admin');
const DAY = 24 * 3_600_000;

/** Inserts a registration with dates in the past. */
async function past(over: { created: Date; status?: string; paid?: Date; issued?: Date }): Promise<string> {
  const id = newId();
  const hash = over.paid ? newId().replaceAll('-', '').repeat(2) : null;
  await world.pool.query(
    `INSERT INTO registrations (id, user_id, title, applicant_name, applicant_email, applicant_tax_id, holder_name,
       description, jurisdiction, status_updated_at, created_at, status, payment_paid_at, government_submitted_at,
       certificate_issued_at, sha256, file_name, file_size, file_storage_path, file_attached_at)
     VALUES ($1, $2, 'T', 'A', 'a@example.com', '52998224725', 'A', 'D', 'global', $3, $3, $4, $5, $5, $6,
       $7::text, CASE WHEN $7 IS NOT NULL THEN 'a.zip' END, CASE WHEN $7 IS NOT NULL THEN 1000 END, $7,
       CASE WHEN $7 IS NOT NULL THEN $3::timestamptz END)`,
    [id, owner.id, over.created, over.status ?? 'submitted', over.paid ?? null, over.issued ?? null, hash],
  );
  return id;
}

const everything = wanted();
const ago = (days: number) => new Date(Date.now() - days * DAY);

const world = await ownWorld();

describe('figures', () => {
  it('are zero without data, and the mean is absent', async () => {
    const analytics = await world.as(admin).getAnalytics({ period: 30 });
    const nothing = { newRegistrations: 0, conversionRate: 0, processedRate: 0, certificates: 0 };
    expect(analytics).toMatchObject({ ...nothing, before: nothing });
    expect(analytics.meanProcessingDays).toBeUndefined();
    expect(analytics.distribution.map((one) => one.count)).toEqual([0, 0, 0, 0, 0, 0]);
    expect(analytics.trend).toHaveLength(6);
  });

  it('[figures-rates] base rates on the registrations created in the same period', async () => {
    await past({ created: ago(1) });
    await past({ created: ago(1), status: 'paid', paid: ago(1) });
    await past({ created: ago(5), status: 'completed', paid: ago(4) });
    await past({ created: ago(20), status: 'paid', paid: ago(2) });
    await past({ created: ago(40), status: 'certificate_issued', paid: ago(35), issued: ago(5) });
    const week = await world.as(admin).getAnalytics({ period: 7 });
    expect(week).toMatchObject({
      newRegistrations: 3,
      conversionRate: 66.7,
      processedRate: 33.3,
      certificates: 1,
    });
    expect(week.meanProcessingDays).toBeCloseTo(30, 3);
    expect(week.before).toMatchObject({ newRegistrations: 0, conversionRate: 0, certificates: 0 });
    const month = await world.as(admin).getAnalytics({ period: 30 });
    expect(month).toMatchObject({ newRegistrations: 4, conversionRate: 75, processedRate: 25 });
    expect(month.before).toMatchObject({ newRegistrations: 1, conversionRate: 100, processedRate: 100 });
    expect(month.before?.meanProcessingDays).toBeUndefined();
    const quarter = await world.as(admin).getAnalytics({ period: 90 });
    expect(quarter).toMatchObject({ newRegistrations: 5, conversionRate: 80, processedRate: 40 });
    expect(quarter.recent.map((one) => one.status).toSorted()).toEqual(
      ['submitted', 'paid', 'completed', 'paid', 'certificate_issued'].toSorted(),
    );
    expect(Object.fromEntries(quarter.distribution.map((one) => [one.status, one.count]))).toEqual({
      submitted: 1,
      paid: 2,
      reviewing: 0,
      government_processing: 0,
      completed: 1,
      certificate_issued: 1,
    });
    expect(await codeOf(world.as(admin).getAnalytics({ period: 31 }))).toBe('invalid-input');
    expect(await codeOf(world.as(someone('operator')).getAnalytics({ period: 30 }))).toBe('forbidden');
  });

  it('[figures-months] count by civil months of São Paulo', async () => {
    const now = world.now();
    // 02:59 UTC on the first is still the previous month in UTC-3.
    const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1, 2, 59));
    const before = await world.as(admin).getAnalytics({ period: 365 });
    await past({ created: first });
    const after = await world.as(admin).getAnalytics({ period: 365 });
    const grown = after.trend.filter(
      (point, i) => point.registrations > (before.trend[i]?.registrations ?? 0),
    );
    const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 2, 1))
      .toISOString()
      .slice(0, 7);
    expect(grown.map((point) => point.month)).toEqual([month]);
  });

  it('[figures-own] cover only the user’s own registrations', async () => {
    const user = someone();
    await world.payable(user, { size: 500 });
    await world.create(user, { jurisdiction: 'global' });
    const own = await world.as(user).getOwnStats({});
    expect(own).toEqual({
      totalRegistrations: 2,
      recentRegistrations: 2,
      totalFileSize: 500,
      uniqueJurisdictions: 2,
    });
    const mine = await world.as(owner).getOwnStats({});
    expect(mine.totalFileSize).toBe(4_000);
    expect(mine.recentRegistrations).toBeLessThan(mine.totalRegistrations);
  });

  it('of all registrations are available only to admins', async () => {
    const stats = await world.as(admin).getAdminStats({});
    expect(stats.statusCounts.reduce((sum, one) => sum + one.count, 0)).toBe(stats.total);
    expect(stats.recent).toBeLessThan(stats.total);
    expect(await codeOf(world.as(someone('operator')).getAdminStats({}))).toBe('forbidden');
  });
});

describe('the export', () => {
  const page = (after: string, limit = 2): Promise<ExportPage> =>
    world.as(admin).exportRegistrations({ period: 365, after, limit });

  it('returns every registration once, oldest first, even if one is deleted between pages', async () => {
    const user = someone();
    const doomed = await world.create(user);
    const rest = [await world.create(user), await world.create(user)];
    const ids: string[] = [];
    for (let after = ''; ; ) {
      const { items, next } = await page(after);
      ids.push(...items.map((item) => item.id));
      if (next === '') break;
      expect(next).toBe(items.at(-1)?.id);
      after = next;
    }
    const { rows } = await world.pool.query<{ id: string }>(
      'SELECT id FROM registrations ORDER BY created_at, id',
    );
    expect(ids).toEqual(rows.map((row) => row.id));
    await world.as(user).deleteRegistration({ id: doomed.id });
    const { items, next } = await page(doomed.id);
    expect([items.map((item) => item.id), next]).toEqual([rest.map((one) => one.id), '']);
  });

  it('returns only the columns of the CSV, in pages of about 1 MiB', async () => {
    const user = someone();
    await world.create(user, largest);
    await world.pool.query(copies(600), [user.id]);
    const sizes: number[] = [];
    const seen = new Set<string>();
    for (let after = ''; ; ) {
      const { items, next } = await page(after, 500);
      sizes.push(ExportPage.encode({ items, next }).finish().length);
      for (const { id } of items) seen.add(id);
      if (next === '') break;
      after = next;
    }
    expect(Math.max(...sizes)).toBeGreaterThan(1_000_000);
    expect(Math.max(...sizes)).toBeLessThan(1_100_000);
    expect(seen.size).toBe((await world.as(admin).getAdminStats({})).total);
    const own = await world.as(user).listOwn({ ...everything, page: { page: 1, limit: 100 } });
    expect(Object.keys((await page('', 1)).items[0] ?? {})).not.toContain('description');
    expect(own.items).toHaveLength(100);
  });

  it('is available only to admins and limits the page size', async () => {
    expect(await codeOf(page('', 501))).toBe('invalid-input');
    expect(await codeOf(page('x'))).toBe('invalid-input');
    const request = { period: 30, after: '', limit: 1 };
    expect(await codeOf(world.as(someone('operator')).exportRegistrations(request))).toBe('forbidden');
  });
});
