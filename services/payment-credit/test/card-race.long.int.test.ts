import { eventually } from '@g2/kit/testing';
import { describe, expect, it } from 'vitest';
import { paymentsOf } from './payments.ts';
import { FEE, ownWorld } from './world.ts';

const world = await ownWorld();

describe('paying by card', () => {
  it('takes one of card and credits in a race, and loses nothing', async () => {
    for (let round = 0; round < 10; round++) {
      const owner = await world.user();
      await world.credit(owner, FEE);
      const id = await world.payable(owner);
      const intent = await world.rpc.createRegistrationIntent({ id }, { token: owner.token });
      await Promise.allSettled([
        world.confirm(intent),
        world.rpc.payWithCredits({ id }, { token: owner.token, deadlineMs: 15_000 }),
      ]);
      await eventually('one payment settled', async () => {
        const settled = (await paymentsOf(world, id)).filter((row) => row.status === 'settled');
        return settled.length === 1;
      });
      const at = (await world.intents()).find((one) => one.id === intent.paymentIntentId);
      const kept = (at?.amountCaptured ?? 0) - (at?.amountRefunded ?? 0) + FEE - (await world.balance(owner));
      expect(kept).toBe(FEE);
    }
  });
});
