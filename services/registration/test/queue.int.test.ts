import type { ListRequest } from '@g2/proto/registration';
import { beforeAll, describe, expect, it } from 'vitest';
import { ownWorld, refusal, someone, type User, wanted } from './world.ts';

const DAY_MS = 86_400_000;

const world = await ownWorld();
const operator = someone('operator');
const colleague = someone('operator');

const ids = async (over: Partial<ListRequest>, by: User = operator): Promise<string[]> =>
  (await world.as(by).listForStaff(wanted(over))).items.map(({ id }) => id);

/** Sets the time at which the status was entered, or another column, to `days` ago. */
const since = (id: string, days: number, column = 'status_updated_at') =>
  world.pool.query(`UPDATE registrations SET ${column} = $2 WHERE id = $1`, [
    id,
    new Date(world.now().getTime() - days * DAY_MS),
  ]);
const assign = (id: string, to: User) =>
  world.pool.query(
    `INSERT INTO registration_assignments SELECT id, $2, created_at, true FROM registrations WHERE id = $1`,
    [id, to.id],
  );

describe('the views of the queue', () => {
  const made: Record<string, string> = {};
  const make = async (name: string, ...statuses: string[]): Promise<string> => {
    const { id } = await world.at(someone(), ...statuses);
    made[name] = id;
    return id;
  };
  const named = async (over: Partial<ListRequest>): Promise<string[]> => {
    const found = await ids(over);
    return found.map((id) => Object.keys(made).find((name) => made[name] === id) ?? '?');
  };

  beforeAll(async () => {
    // Late even if weekends and holidays are subtracted.
    await since(await make('paid late', 'paid'), 12);
    await since(await make('review late', 'paid', 'reviewing'), 20);
    await make('paid today', 'paid');
    await since(await make('government', 'paid', 'reviewing', 'government_processing'), 25);
    await since(
      await make('issued', 'paid', 'reviewing', 'government_processing', 'completed', 'certificate_issued'),
      300,
    );
    await make('returned', 'paid', 'reviewing', 'submitted');
    await make('resubmitted', 'paid', 'reviewing', 'submitted', 'paid');
    made.unpaid = (await world.payable(someone())).id;
    await since(made.unpaid, 100);
    await assign(made['paid late'] ?? '', operator);
    await assign(made['review late'] ?? '', colleague);
    await world.pool.query(`UPDATE registrations SET jurisdiction = 'mercosul' WHERE id = $1`, [
      made['review late'],
    ]);
    await since(made['paid late'] ?? '', 40, 'created_at');
  });

  it.each<[Partial<ListRequest>, string[]]>([
    [{ view: 'late', sort: 'statusUpdatedAt' }, ['review late', 'paid late']],
    [{ view: 'late', sort: '-statusUpdatedAt' }, ['paid late', 'review late']],
    [{ view: 'late', sort: 'status' }, ['paid late', 'review late']],
    [{ view: 'late', statuses: ['paid'] }, ['paid late']],
    [{ view: 'late', operatorId: colleague.id }, ['review late']],
    [{ view: 'late', assignedToMe: true }, ['paid late']],
    [{ view: 'late', assignedToMe: true, operatorId: colleague.id }, ['paid late']],
    [{ view: 'late', jurisdiction: 'mercosul' }, ['review late']],
    [{ view: 'late', jurisdiction: 'brasil', operatorId: colleague.id }, []],
    [{ view: 'late', search: 'programa', period: 30 }, ['review late']],
    [{ view: 'resubmitted' }, ['resubmitted']],
    [{ view: 'awaiting-client', sort: 'title' }, ['returned']],
    [{ view: 'government' }, ['government']],
    [{ operatorId: 'none', sort: 'statusUpdatedAt' }, ['government', 'paid today', 'resubmitted']],
    [{ operatorId: 'none', statuses: ['paid'] }, ['resubmitted', 'paid today']],
    [{ operatorId: operator.id }, ['paid late']],
    [{ jurisdiction: 'mercosul', period: 7 }, ['review late']],
    [
      { view: '', operatorId: '', jurisdiction: '', period: 0, statuses: ['submitted'] },
      ['unpaid', 'returned'],
    ],
  ])('%j returns and counts the expected registrations', async (over, expected) => {
    expect(await named(over)).toEqual(expected);
    const { total, totalCapped } = await world
      .as(operator)
      .listForStaff(wanted({ ...over, page: { page: 1, limit: 1 } }));
    expect([total, totalCapped]).toEqual([expected.length, false]);
  });

  it('are counted in the operator figures', async () => {
    expect(await world.as(operator).getOperatorStats({})).toMatchObject({
      late: 2,
      resubmitted: 1,
      awaitingClient: 1,
      inGovernmentProcessing: 1,
    });
  });

  it('[queue-own-first] lists an operator’s waiting registrations first, by waiting time', async () => {
    const mine = someone('operator');
    const old = await world.at(someone(), 'paid');
    const issued = await world.at(
      someone(),
      'paid',
      'reviewing',
      'government_processing',
      'completed',
      'certificate_issued',
    );
    const fresh = await world.at(someone(), 'paid', 'reviewing');
    const returned = await world.at(someone(), 'paid', 'reviewing', 'submitted');
    await since(old.id, 3);
    for (const { id } of [returned, issued, fresh, old]) await assign(id, mine);
    const own = (over: Partial<ListRequest> = {}) =>
      ids({ assignedToMe: true, sort: '-waiting', ...over }, mine);
    expect(await own()).toEqual([old, fresh, returned, issued].map(({ id }) => id));
    expect(await own({ search: 'programa', statuses: ['paid', 'reviewing'] })).toEqual([old.id, fresh.id]);
    expect(await ids({ operatorId: mine.id, sort: 'waiting' })).toEqual(
      [issued, returned, fresh, old].map(({ id }) => id),
    );

    // The order follows changes of status.
    await since(fresh.id, 5);
    await world.as(someone('admin')).changeStatus({ id: old.id, status: 'reviewing' });
    expect(await own()).toEqual([fresh, old, returned, issued].map(({ id }) => id));
    await world.as(someone('admin')).changeStatus({ id: old.id, status: 'submitted' });
    expect(await own()).toEqual([fresh, returned, issued, old].map(({ id }) => id));

    const anybodys = await refusal(world.as(mine).listForStaff(wanted({ sort: '-waiting' })));
    expect([anybodys.code, anybodys.message]).toEqual(['invalid-input', 'Ordenação inválida']);
    // Restores the numbers that other tests expect.
    await world.pool.query('DELETE FROM registrations WHERE id = ANY($1)', [
      [old, issued, fresh, returned].map(({ id }) => id),
    ]);
  });
});
