import { expect, it } from 'vitest';
import { type EventName, parseEvent } from './events.ts';

const id = '0199d7a1-7c3e-7b2a-9c4d-5e6f7a8b9c0d';
const read = (name: string, data: unknown) => parseEvent(name as EventName, JSON.stringify(data));

it('parses an event with an unknown status and drops unknown members', () => {
  expect(read('balance', { credits: 700, owed: 1 })).toEqual({ credits: 700 });
  expect(read('queue', {})).toEqual({});
  expect(read('queue', { id, status: 'archived' })).toEqual({ id, status: 'archived' });
  const assigned = { id, title: 'Agenda', by: id, kind: 'given' };
  expect(read('assigned', assigned)).toEqual(assigned);
  expect(read('ping', { userId: id })).toEqual({ userId: id });
});

it('ignores unknown and malformed events', () => {
  expect(read('archive', { id })).toBeUndefined();
  expect(read('toString', {})).toBeUndefined();
  expect(read('balance', { credits: '7' })).toBeUndefined();
  expect(parseEvent('balance', '{"credits":')).toBeUndefined();
});
