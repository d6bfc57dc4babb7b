import { event } from '@g2/kit/events';
import { newId } from '@g2/kit/ids';
import { eventually } from '@g2/kit/testing';
import { facts } from '@g2/proto/facts';
import { expect, it } from 'vitest';
import { codeOf, ownWorld, someone, type User } from './world.ts';

const world = await ownWorld();
const [olga, paula, admin] = [someone('operator'), someone('operator'), someone('admin')];

const fresh = async () => (await world.create(someone())).id;
const beat = async (who: User, id: string, left = false): Promise<string[]> =>
  (await world.as(who).markViewing({ id, left })).items.map(({ userId }) => userId);
const reported = (id: string) => world.of(id, 'registration.viewers_changed').length;
const elsewhere = async (who: User, id: string): Promise<string[]> =>
  (await world.as(who).listViewers({})).items
    .filter(({ registrationId }) => registrationId === id)
    .map(({ userId }) => userId);
const rows = async (id: string) =>
  (await world.pool.query('SELECT 1 FROM registration_viewers WHERE registration_id = $1', [id])).rowCount;

it('[viewing] returns the other viewers of a registration, without the caller', async () => {
  const id = await fresh();
  expect(await beat(olga, id)).toEqual([]);
  // A second tab of the same user is not another viewer.
  expect(await beat(olga, id)).toEqual([]);
  expect(await beat(paula, id)).toEqual([olga.id]);
  expect(await beat(admin, id)).toEqual([olga.id, paula.id]);
  expect(await beat(olga, id)).toEqual([paula.id, admin.id]);
  expect(await elsewhere(paula, id)).toEqual([olga.id, admin.id]);
  expect(await elsewhere(someone('operator'), id)).toEqual([olga.id, paula.id, admin.id]);

  const since = (await world.as(paula).markViewing({ id, left: false })).items[0]?.since;
  world.travel(15_000);
  await beat(olga, id);
  expect((await world.as(paula).markViewing({ id, left: false })).items[0]?.since).toEqual(since);

  expect(await beat(olga, id, true)).toEqual([]);
  expect(await beat(paula, id)).toEqual([admin.id]);
  expect(await beat(olga, id, true)).toEqual([]);
});

it('[viewing-announced] emits an event when a viewer arrives and when a viewer leaves', async () => {
  const id = await fresh();
  await beat(olga, id, true);
  await Promise.all([beat(olga, id), beat(olga, id), beat(olga, id)]);
  world.travel(5);
  for (let n = 0; n < 5; n += 1) await beat(olga, id);
  await beat(olga, id, true);
  await beat(olga, id, true);
  await world.drained();
  await world.waitForEvents(id, 'registration.viewers_changed', 2);
  await beat(paula, id);
  await world.waitForEvents(id, 'registration.viewers_changed', 3);
  expect(reported(id)).toBe(3);
});

it('[viewing-silent] removes a viewer after forty seconds without a report', async () => {
  const id = await fresh();
  await beat(olga, id);
  world.travel(20_000);
  await beat(paula, id);
  // 30 s in total: well below the limit of 40 s, to allow for delays of a busy machine.
  world.travel(10_000);
  expect(await beat(paula, id)).toEqual([olga.id]);
  world.travel(11_000);
  expect(await beat(paula, id)).toEqual([]);
  expect(await elsewhere(paula, id)).toEqual([]);
  await world.waitForEvents(id, 'registration.viewers_changed', 3);
  await eventually('one row is left', async () => (await rows(id)) === 1);
  // A viewer who returns gets a new start time.
  const now = world.now();
  await beat(olga, id);
  const [back] = (await world.as(paula).markViewing({ id, left: false })).items;
  expect(back?.since?.getTime()).toBeGreaterThanOrEqual(now.getTime());
});

it('viewing requires an existing registration, and viewers are deleted with it', async () => {
  expect(await codeOf(beat(olga, newId()))).toBe('not-found');
  expect(await codeOf(beat(olga, 'x'))).toBe('not-found');
  const owner = someone();
  const { id } = await world.create(owner);
  await beat(olga, id);
  await world.as(owner).deleteRegistration({ id });
  expect(await rows(id)).toBe(0);
  expect(await codeOf(beat(olga, id))).toBe('not-found');
  expect(await codeOf(beat(owner, id))).toBe('forbidden');
});

it('former staff are removed from the viewers', async () => {
  const [id, other] = [await fresh(), await fresh()];
  for (const one of [id, other]) await beat(olga, one);
  await beat(paula, id);
  const demoted = { userId: olga.id, role: 'client', isActive: true, isDeleted: false };
  await world.publish(event(facts.userChanged, olga.id, 7, demoted));
  await eventually('she is gone', async () => (await beat(paula, id)).length === 0);
  expect(await rows(other)).toBe(0);
  await world.waitForEvents(other, 'registration.viewers_changed', 2);
});
