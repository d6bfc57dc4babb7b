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

/** The browser's card form, at each side's own provider. */
async function confirmCard(side: Side, intent: string): Promise<number | undefined> {
  const config = { who: 'cliente', method: 'GET', path: '/api/payment-config' } as const;
  await asked(side, [{ ...config, save: { apiBase: 'apiBase', key: 'publishableKey' } }]);
  const call = MONEY.confirm(intent);
  const authorization = `Bearer ${side.saved.get('key')}`;
  const [answered] = await asked(side, [{ ...call, headers: { ...call.headers, authorization } }]);
  return answered?.status;
}

// One after another: what is paid is what the staff then process.
describe('the mock of the screens answers as the gateway does', () => {
  it('about registrations', () => expectAlike(CALLS.registrations));
  it('about holders', () => expectAlike(CALLS.holders));
  it('about files', () => expectAlike(CALLS.files));
  it('about payments and credits', async () => {
    await expectAlike(MONEY.before);
    for (const side of [gateway, mock]) {
      for (const intent of ['intent', 'purchase']) expect(await confirmCard(side, intent)).toBe(200);
    }
    await expectAlike(MONEY.after);
  });
  it('to staff', () => expectAlike(CALLS.staff));
  it('about accounts', () => expectAlike(CALLS.users));
  it('about contacts, messages and saved views', () => expectAlike(CALLS.desk));
});
