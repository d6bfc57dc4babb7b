import { describe, expect, it } from 'vitest';
import { ownWorld } from '../../../gateway/test/world.ts';
import { CALLS, MONEY } from './calls.ts';
import { type ApiUnderTest, type Call, gatewaySide, mockSide, sendAll } from './sides.ts';

const world = await ownWorld();
const [gateway, mock] = [await gatewaySide(world), mockSide()];

async function expectSameResponses(calls: readonly Call[]): Promise<void> {
  const real = await sendAll(gateway, calls);
  expect(await sendAll(mock, calls)).toEqual(real);
}

async function confirmCard(side: ApiUnderTest, intent: string): Promise<number | undefined> {
  const config = { who: 'cliente', method: 'GET', path: '/api/payment-config' } as const;
  await sendAll(side, [{ ...config, save: { apiBase: 'apiBase', key: 'publishableKey' } }]);
  const call = MONEY.confirm(intent);
  const authorization = `Bearer ${side.saved.get('key')}`;
  const [answered] = await sendAll(side, [{ ...call, headers: { ...call.headers, authorization } }]);
  return answered?.status;
}

// The tests run in sequence, because the staff calls process registrations that earlier tests paid.
describe('the mock API of the screen tests matches the gateway', () => {
  it('for registrations', () => expectSameResponses(CALLS.registrations));
  it('for holders', () => expectSameResponses(CALLS.holders));
  it('for files', () => expectSameResponses(CALLS.files));
  it('for payments and credits', async () => {
    await expectSameResponses(MONEY.before);
    for (const side of [gateway, mock]) {
      for (const intent of ['intent', 'purchase']) expect(await confirmCard(side, intent)).toBe(200);
    }
    await expectSameResponses(MONEY.after);
  });
  it('for staff', () => expectSameResponses(CALLS.staff));
  it('for accounts', () => expectSameResponses(CALLS.users));
  it('for contacts, messages and saved views', () => expectSameResponses(CALLS.desk));
});
