import { expect, it } from 'vitest';
import { type EventName, readEvent } from './events.ts';

const id = '0199d7a1-7c3e-7b2a-9c4d-5e6f7a8b9c0d';
const read = (name: string, data: unknown) => readEvent(name as EventName, JSON.stringify(data));

it('an event is read by its name, a status of a later release as it is, and nothing it does not name', () => {
  expect(read('balance', { credits: 700, owed: 1 })).toEqual({ credits: 700 });
  expect(read('queue', {})).toEqual({});
  expect(read('queue', { id, status: 'archived' })).toEqual({ id, status: 'archived' });
  const assigned = { id, title: 'Agenda', by: id, kind: 'given' };
  expect(read('assigned', assigned)).toEqual(assigned);
  expect(read('ping', { userId: id })).toEqual({ userId: id });
});

it('an event of a later release, or one that cannot be read, is passed over', () => {
  expect(read('archive', { id })).toBeUndefined();
  expect(read('toString', {})).toBeUndefined();
  expect(read('balance', { credits: '7' })).toBeUndefined();
  expect(readEvent('balance', '{"credits":')).toBeUndefined();
});
