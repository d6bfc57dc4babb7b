import { IdentityService } from '@g2/proto/identity';
import { describe, expect, it } from 'vitest';
import { addPasskey, codeNow, fresh, newWithTotp } from './factors.ts';
import { check, newPerson, outcomeOf, PASSWORD, testServiceForFile } from './world.ts';

const world = await testServiceForFile({ REQUIRE_STAFF_MFA: 'true' });

/** Rpcs that staff may call before they set up a second factor. */
const BEFORE = [
  'changeOwnPassword',
  'getFactors',
  'setUpTotp',
  'enableTotp',
  'disableTotp',
  'renewRecoveryCodes',
  'startPasskey',
  'addPasskey',
  'listPasskeys',
  'renamePasskey',
  'removePasskey',
  'startConfirm',
  'confirmIdentity',
];

describe('a required second factor of staff', () => {
  it('blocks all rpcs except those needed to set one up', async () => {
    const admin = await newPerson(world, 'admin');
    const as = { token: admin.token };
    expect((await check(world, admin.sessionToken)).lacksFactor).toBe(true);
    // Checks that each name in BEFORE is an rpc.
    const calls = Object.keys(IdentityService) as (keyof typeof world.rpc)[];
    const requests = calls.filter((name) => BEFORE.includes(name));
    expect(requests).toHaveLength(BEFORE.length);
    expect(
      await outcomeOf(world.rpc.listUsers({ page: undefined, search: '', role: '', sort: '' }, as)),
    ).toBe('factor-needed');
    expect(await outcomeOf(world.rpc.updateOwnNames({ firstName: 'Ana' }, as))).toBe('factor-needed');
    expect(await outcomeOf(world.rpc.getPeople({ ids: [] }, as))).toBe('factor-needed');
    expect(await outcomeOf(world.rpc.resetFactors({ id: admin.id }, as))).toBe('factor-needed');
    expect(await world.rpc.getFactors({}, as)).toMatchObject({ totp: false });
    expect(await outcomeOf(world.rpc.listPasskeys({}, as))).toBe('in');
    expect(await outcomeOf(world.rpc.startConfirm({}, as))).toBe('in');
    const newPassword = 'Outra-Senha-2';
    expect(await outcomeOf(world.rpc.changeOwnPassword({ currentPassword: PASSWORD, newPassword }, as))).toBe(
      'in',
    );
  });

  it('takes effect at the next call after set-up or removal', async () => {
    const admin = await newWithTotp(world, 'admin');
    const count = async () => outcomeOf(world.rpc.countUsers({}, await fresh(world, admin.sessionToken)));
    expect(await count()).toBe('in');
    await world.rpc.disableTotp({ code: codeNow(world, admin.secret, 1) }, admin.as);
    expect(await count()).toBe('factor-needed');
    await addPasskey(world, admin);
    expect(await count()).toBe('in');
  });

  it('does not apply to clients until they become staff', async () => {
    const person = await newPerson(world);
    const names = async () =>
      outcomeOf(world.rpc.updateOwnNames({ firstName: 'Ana' }, await fresh(world, person.sessionToken)));
    expect(await names()).toBe('in');
    await world.db.query("UPDATE users SET role = 'operator' WHERE id = $1", [person.id]);
    expect(await names()).toBe('factor-needed');
  });
});
