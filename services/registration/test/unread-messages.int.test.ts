import { expect, it } from 'vitest';
import { ownWorld, someone, type User, wanted } from './world.ts';

const world = await ownWorld();
const [owner, operator] = [someone(), someone('operator')];
const staff = world.as(operator);

const write = (by: User, id: string) => world.as(by).writeMessage({ id, text: 'Alguma novidade?' });
const inView = async () =>
  (await staff.listForStaff(wanted({ view: 'messages', sort: 'statusUpdatedAt' }))).items.map(({ id }) => id);
const counted = async () => (await staff.getOperatorStats({})).messages;
const WAITING = 'registration.staff_message_waiting';
const reported = (id: string) => world.of(id, WAITING).map(({ data }) => data);

it('lists registrations with unread messages of owners in a view until staff read them', async () => {
  const [paid, issued] = [
    (await world.at(owner, 'paid')).id,
    (await world.at(owner, 'paid', 'reviewing', 'government_processing', 'completed', 'certificate_issued'))
      .id,
  ];
  await world.at(owner, 'paid');
  expect([await inView(), await counted()]).toEqual([[], 0]);
  for (const id of [paid, issued]) await write(owner, id);
  await write(operator, paid);
  expect(await inView()).toEqual([paid, issued]);
  expect(await counted()).toBe(2);
  await staff.markMessagesRead({ id: paid, received: 1 });
  expect(await inView()).toEqual([issued]);
  await write(owner, paid);
  expect([await inView(), await counted()]).toEqual([[paid, issued], 2]);
});

it('mails the operator at most hourly, unless staff read the messages in between', async () => {
  const { id } = await world.at(owner, 'paid');
  await write(owner, id);
  await world.waitForEvents(id, WAITING);
  expect(reported(id)[0]).not.toHaveProperty('operatorId');
  await staff.takeRegistration({ id });
  await write(owner, id);
  await staff.markMessagesRead({ id, received: 2 });
  await write(owner, id);
  await world.waitForEvents(id, WAITING, 2);
  expect(reported(id)[1]).toMatchObject({ registrationId: id, operatorId: operator.id });
  await write(operator, id);
  expect(reported(id)).toHaveLength(2);
});
