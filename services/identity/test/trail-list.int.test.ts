import { newId } from '@g2/kit/ids';
import type { ActName } from '@g2/terms/acts';
import { describe, expect, it } from 'vitest';
import { userAct } from '../src/domain/audit-acts.ts';
import { recordAuditAct } from '../src/store/audit.ts';
import { openStore } from '../src/store.ts';
import { auditRowsOf, withRequestContext } from './trail.ts';
import { newPerson, type Person, testServiceForFile } from './world.ts';

const world = await testServiceForFile();
const admin = await newPerson(world, 'admin');
const as = (person: { token: string }) => ({ token: person.token });
const NONE = { actor: '', subject: '', actions: [] as string[], from: '', to: '' };
const list = (filter: Partial<typeof NONE>, page = { page: 1, limit: 100 }) =>
  world.rpc.listAudit({ page, filter: { ...NONE, ...filter } }, as(admin));

const db = openStore({ DATABASE_URL: world.env.DATABASE_URL ?? '', DATABASE_POOL: 2 });
const tell = (action: ActName, subject: string, actor: string | null, at: string) =>
  withRequestContext(() => recordAuditAct(db, userAct(action, subject, actor, { a: 'b' }), new Date(at)));

describe('listAudit', () => {
  it('returns acts, newest first, with all details', async () => {
    const [subject, actor] = [newId(), newId()];
    await tell('sign-in', subject, actor, '2026-03-01T12:00:00Z');
    await tell('sign-out', subject, actor, '2026-03-02T12:00:00Z');
    const { items, total, totalCapped } = await list({ subject });
    expect([total, totalCapped, items.map(({ action }) => action)]).toEqual([
      2,
      false,
      ['sign-out', 'sign-in'],
    ]);
    expect(items[1]).toMatchObject({
      at: new Date('2026-03-01T12:00:00Z'),
      actorId: actor,
      subjectType: 'user',
      subjectId: subject,
      address: '203.0.113.7',
      detail: { a: 'b' },
    });
    const second = await list({ subject }, { page: 2, limit: 1 });
    expect([second.total, second.items.map(({ action }) => action)]).toEqual([2, ['sign-in']]);
  });

  it('filters by actor, subject, actions and days', async () => {
    const [subject, actor] = [newId(), newId()];
    // The first and last moment of 10 April in São Paulo, and the moments next to them.
    await tell('sign-in', subject, actor, '2026-04-10T02:59:59.999Z');
    await tell('sign-out', subject, null, '2026-04-10T03:00:00Z');
    await tell('sign-in', subject, null, '2026-04-11T02:59:59.999Z');
    await tell('sign-up', subject, actor, '2026-04-11T03:00:00Z');
    const found = async (filter: Parameters<typeof list>[0]) =>
      (await list({ subject, ...filter })).items.map(({ action }) => action);
    expect(await found({ from: '2026-04-10', to: '2026-04-10' })).toEqual(['sign-in', 'sign-out']);
    expect(await found({ from: '2026-04-11' })).toEqual(['sign-up']);
    expect(await found({ to: '2026-04-09' })).toEqual(['sign-in']);
    expect(await found({ actor })).toEqual(['sign-up', 'sign-in']);
    expect(await found({ actions: ['sign-up', 'sign-out'] })).toEqual(['sign-up', 'sign-out']);
    await expect(found({ actions: ['nonsense'] })).rejects.toMatchObject({ code: 'invalid-input' });
  });
});

describe('an export of an admin', () => {
  it('of registrations is recorded in the audit trail', async () => {
    await world.rpc.recordReport({ period: 30 }, as(admin));
    expect((await auditRowsOf(world.db, 'registrations')).at(-1)).toMatchObject({
      action: 'report-exported',
      actor_id: admin.id,
      detail: { period: '30' },
    });
    await expect(world.rpc.recordReport({ period: 31 }, as(admin))).rejects.toMatchObject({
      code: 'invalid-input',
    });
  });

  it('of the audit trail returns every row and is recorded in the trail', async () => {
    const actor = newId();
    await world.db.query(
      `INSERT INTO audit (id, at, action, actor_id, subject_type, subject_id, request_id, detail, address_hash)
       SELECT gen_random_uuid(), now() - n * interval '1 second', 'sign-in', $1, 'user', 'x', '', '{}', decode(repeat('00', 32), 'hex')
       FROM generate_series(1, 1203) n`,
      [actor],
    );
    const filter = { ...NONE, actor };
    const ids = new Set<string>();
    let rows = await world.rpc.startAuditExport(filter, as(admin));
    let last = Number.POSITIVE_INFINITY;
    for (;;) {
      for (const { id, at } of rows.items) {
        ids.add(id);
        expect(at?.getTime()).toBeLessThanOrEqual(last);
        last = at?.getTime() ?? 0;
      }
      if (rows.next === '') break;
      rows = await world.rpc.continueAuditExport({ filter, after: rows.next }, as(admin));
    }
    expect(ids.size).toBe(1203);
    expect((await auditRowsOf(world.db, 'trail')).at(-1)).toMatchObject({
      action: 'trail-exported',
      actor_id: admin.id,
      detail: { actor },
    });
  });

  it('is refused to other roles', async () => {
    const operator = await newPerson(world, 'operator');
    const calls: ((by: Person) => Promise<unknown>)[] = [
      (by) => world.rpc.listAudit({ page: undefined, filter: undefined }, as(by)),
      (by) => world.rpc.recordReport({ period: 30 }, as(by)),
      (by) => world.rpc.startAuditExport(NONE, as(by)),
      (by) => world.rpc.continueAuditExport({ filter: NONE, after: newId() }, as(by)),
    ];
    for (const call of calls) await expect(call(operator)).rejects.toMatchObject({ code: 'forbidden' });
    await db.close();
  });
});
