import { User } from '@g2/proto/identity';
import { expect, it } from 'vitest';
import { createRecent } from '../src/events/recent-events.ts';
import type { Session } from '../src/sessions.ts';

const sessionOf = (id: string): Session => ({
  user: User.fromPartial({ id }),
  tokens: {},
  id,
  expiresAt: undefined,
  secret: id,
  lacksFactor: false,
});
const [ana, bia] = [sessionOf('ana'), sessionOf('bia')];
const of =
  (one: Session) =>
  ({ user }: Session) =>
    user.id === one.user.id;

it('[recent-quiet] counts the quiet time of each user from the last event, or from the start', () => {
  let now = 1_000.7;
  const recent = createRecent(() => now);
  now += 500;
  expect(recent.quietMs(ana)).toBe(500);
  recent.add(of(bia));
  now += 40;
  expect([ana, bia].map((one) => recent.quietMs(one))).toEqual([540, 40]);
  recent.add(of(ana));
  recent.add(of(bia));
  now += 2;
  recent.add(of(bia));
  expect([ana, bia].map((one) => recent.quietMs(one))).toEqual([2, 0]);
  now += 3_600_000;
  expect(recent.quietMs(ana)).toBe(60_000);
});

it('[recent-forgotten] counts the quiet time from the oldest known event once older ones are forgotten', () => {
  let now = 0;
  const recent = createRecent(() => now);
  recent.add(of(ana));
  for (; now < 1_000; now += 1) recent.add(of(bia));
  // The event for Ana is forgotten, so her last event may be as recent as the oldest known event.
  expect(recent.quietMs(ana)).toBe(1_000);
  now += 5;
  recent.add(of(bia));
  expect(recent.quietMs(ana)).toBe(1_005);
  recent.reset();
  now += 3;
  expect([ana, bia].map((one) => recent.quietMs(one))).toEqual([3, 3]);
});
