import { describe, expect, it } from 'vitest';
import { ownWorld } from '../../../gateway/test/world.ts';
import { CALLS, MONEY } from './calls.ts';
import { asked, type Call, gatewaySide, mockSide, type Side } from './sides.ts';

const world = await ownWorld();
const [gateway, mock] = [await gatewaySide(world), mockSide()];

async function expectAlike(calls: readonly Call[]): Promise<void> {
  const real = await asked(gateway, calls);
  expect(await asked(mock, calls)).toEqual(real);
}

async function confirmCard(side: Side, intent: string): Promise<number | undefined> {
  const config = { who: 'cliente', method: 'GET', path: '/api/payment-config' } as const;
  await asked(side, [{ ...config, save: { apiBase: 'apiBase', key: 'publishableKey' } }]);
  const call = MONEY.confirm(intent);
  const authorization = `Bearer ${side.saved.get('key')}`;
  const [answered] = await asked(side, [{ ...call, headers: { ...call.headers, authorization } }]);
  return answered?.status;
}

// Sequential: staff calls process the registrations paid earlier.
describe('the mock API of the screen tests matches the gateway', () => {
  it('for registrations', () => expectAlike(CALLS.registrations));
  it('for holders', () => expectAlike(CALLS.holders));
  it('for files', () => expectAlike(CALLS.files));
  it('for payments and credits', async () => {
    await expectAlike(MONEY.before);
    for (const side of [gateway, mock]) {
      for (const intent of ['intent', 'purchase']) expect(await confirmCard(side, intent)).toBe(200);
    }
    await expectAlike(MONEY.after);
  });
  it('for staff', () => expectAlike(CALLS.staff));
  it('for accounts', () => expectAlike(CALLS.users));
  it('for contacts, messages and saved views', () => expectAlike(CALLS.desk));
});
