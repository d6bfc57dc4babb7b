import { describe, expect, it } from 'vitest';
import { codeOf, ownWorld, someone, type User } from './world.ts';

const owner = someone();
const admin = someone('admin');
const operator = someone('operator');

const world = await ownWorld();

const STATUSES = [
  'submitted',
  'paid',
  'reviewing',
  'government_processing',
  'completed',
  'certificate_issued',
];
const LEGAL = new Set([
  'submitted>paid',
  'paid>reviewing',
  'reviewing>government_processing',
  'reviewing>submitted',
  'government_processing>completed',
  'government_processing>reviewing',
  'completed>certificate_issued',
]);

describe('the status machine through the rpcs', () => {
  it.each(STATUSES)('from %s to each of the six, for three roles', async (from) => {
    for (const to of STATUSES) {
      const { id } = await world.at(owner, ...STATUSES.slice(1, STATUSES.indexOf(from) + 1));
      const set = (user: User) => world.as(user).changeStatus({ id, status: to, expectedStatus: from });
      expect(await codeOf(set(owner))).toBe('forbidden');
      expect(await codeOf(set(operator))).toBe('forbidden');
      if (LEGAL.has(`${from}>${to}`)) {
        expect((await set(admin)).status).toBe(to);
        expect(await codeOf(set(admin))).toBe('conflict');
      } else {
        expect(await codeOf(set(admin))).toBe('illegal-transition');
        expect((await world.as(admin).getRegistration({ id })).status).toBe(from);
      }
    }
  });
});
