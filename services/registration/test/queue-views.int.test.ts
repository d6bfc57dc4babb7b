import { newId } from '@g2/kit/ids';
import { eventually } from '@g2/kit/testing';
import { expect, it } from 'vitest';
import { paidQueue } from './queue-fixtures.ts';
import { codeOf, ownWorld, refusal, someone, type User } from './world.ts';

const world = await ownWorld();

const names = async (user: User): Promise<string[]> =>
  (await world.as(user).listQueueViews({})).items.map(({ name }) => name);
const counts = async (user: User, ...queries: string[]) =>
  (await world.as(user).countQueues({ queries })).items.map(({ count, capped }) =>
    capped ? `${count}+` : (count ?? null),
  );

/** Retries counts that time out on a busy machine. */
const counted = (user: User, ...queries: string[]) =>
  eventually('they are counted', async () => {
    const all = await counts(user, ...queries);
    return !all.includes(null) && all;
  });

it('saved views are private to their owner and sorted by name', async () => {
  const [olga, paula] = [someone('operator'), someone('admin')];
  const late = await world.as(olga).addQueueView({ name: ' Urgências ', query: 'sort=title&view=late' });
  await world.as(olga).addQueueView({ name: 'ábaco', query: '' });
  await world.as(paula).addQueueView({ name: 'Urgências', query: 'assigned=true' });
  expect(late).toMatchObject({ name: 'Urgências', query: 'view=late&sort=title' });
  expect(await names(olga)).toEqual(['ábaco', 'Urgências']);
  expect(await names(paula)).toEqual(['Urgências']);

  const { id } = late;
  expect(await codeOf(world.as(paula).changeQueueView({ id, name: 'Minha' }))).toBe('not-found');
  expect(await codeOf(world.as(paula).removeQueueView({ id }))).toBe('not-found');
  expect(await codeOf(world.as(olga).changeQueueView({ id: 'x', name: 'Minha' }))).toBe('not-found');

  expect(await world.as(olga).changeQueueView({ id, name: 'URGÊNCIAS' })).toMatchObject({
    name: 'URGÊNCIAS',
    query: 'view=late&sort=title',
  });
  await world.as(olga).changeQueueView({ id, query: 'view=government' });
  await world.as(olga).changeQueueView({ id, query: 'view=government' });
  const { items } = await world.as(olga).listQueueViews({});
  expect(items.map(({ query }) => query)).toEqual(['', 'view=government']);

  await world.as(olga).removeQueueView({ id });
  expect(await codeOf(world.as(olga).removeQueueView({ id }))).toBe('not-found');
  expect(await names(olga)).toEqual(['ábaco']);
});

it('saved views have unique names, also for concurrent additions and renames', async () => {
  const olga = someone('operator');
  const outcomes = await Promise.all(
    ['Fila', 'fila', 'FILA', 'FiLa'].map((name) =>
      world
        .as(olga)
        .addQueueView({ name, query: '' })
        .then(
          () => 'saved',
          ({ code, detail }) => `${code} ${detail.fields?.name}`,
        ),
    ),
  );
  expect(outcomes.toSorted()).toEqual([
    ...Array.from({ length: 3 }, () => 'conflict Você já tem uma visão com este nome'),
    'saved',
  ]);
  const { id } = await world.as(olga).addQueueView({ name: 'Outra', query: '' });
  expect(await codeOf(world.as(olga).changeQueueView({ id, name: 'fila' }))).toBe('conflict');
});

it('saved views are limited to twenty, also for concurrent additions', async () => {
  const olga = someone('operator');
  const save = (n: number) => world.as(olga).addQueueView({ name: `Visão ${n}`, query: '' });
  const outcomes = await Promise.allSettled(Array.from({ length: 25 }, (_, n) => save(n)));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
  expect(await names(olga)).toHaveLength(20);
  const refused = await refusal(save(99));
  expect([refused.code, refused.message]).toEqual([
    'conflict',
    'Você já tem 20 visões salvas. Exclua uma delas para salvar outra.',
  ]);
});

it('saved views are stored once per idempotency key', async () => {
  const olga = someone('operator');
  const idempotencyKey = newId();
  const save = () => world.as(olga).addQueueView({ name: 'Fila', query: '' }, { idempotencyKey });
  const [one, other] = await Promise.all([save(), save()]);
  expect(other).toEqual(one);
  expect(await names(olga)).toEqual(['Fila']);
});

it('saved views are counted up to a thousand, or have no count if they cannot be counted', async () => {
  const olga = someone('operator');
  await paidQueue(world, someone(), 1_001, 'mercosul');
  const [taken] = await paidQueue(world, someone(), 3, 'usa');
  await world.as(olga).takeRegistration({ id: taken ?? '' });
  const inTurn = () =>
    counts(
      olga,
      'jurisdiction=mercosul',
      'jurisdiction=usa&sort=title',
      'assigned=true',
      'status=paid&operator=none&jurisdiction=usa',
      `search=${taken}`,
      'search=fila&jurisdiction=usa',
      'view=gone',
      'search=ab',
      'jurisdiction=usa&warning=any',
    );
  // Polls, since the last counts may time out on a busy machine.
  await expect.poll(inTurn).toEqual(['1000+', 3, 1, 2, 1, 3, null, null, 0]);
  // Another operator has no assigned registrations.
  expect(await counted(someone('operator'), 'assigned=true')).toEqual([0]);
});

it('saved views with a search are counted like the list that they open', async () => {
  const olga = someone('operator');
  const mail = `ana.${newId().slice(24)}@example.com`;
  await world.create(someone(), { applicantEmail: mail });
  await world.create(someone(), { applicantEmail: `mari${mail}` });
  const searches = [mail, mail.slice(0, -1), `x${mail}`].map((search) => new URLSearchParams({ search }));
  expect(await counted(olga, ...searches.map(String))).toEqual([1, 2, 0]);
});

it('saved views get no count on time-out', async () => {
  const olga = someone('operator');
  const connection = await world.pool.connect();
  try {
    await connection.query('BEGIN');
    await connection.query('LOCK TABLE registrations IN ACCESS EXCLUSIVE MODE');
    // These counts must time out, since the table stays locked until they end.
    expect(await counts(olga, 'view=late', 'view=government', 'search=fila')).toEqual([null, null, null]);
    await connection.query('ROLLBACK');
  } finally {
    connection.release(true);
  }
  expect(await counted(olga, 'view=government')).toEqual([0]);
});

it('saved views are deleted when their owner’s account is deleted', async () => {
  const [olga, paula] = [someone('operator'), someone('operator')];
  for (const one of [olga, paula]) await world.as(one).addQueueView({ name: 'Fila', query: '' });
  await world.pool.query(
    `INSERT INTO account_changes (user_id, changes, version, erasing_since) VALUES ($1, 1, 2, $2)`,
    [olga.id, new Date(world.now().getTime() - 3_600_000)],
  );
  await eventually('its views are gone', async () => (await names(olga)).length === 0);
  expect(await names(paula)).toEqual(['Fila']);
});
