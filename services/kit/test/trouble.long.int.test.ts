import { connect } from '@nats-io/transport-node';
import { describe, expect, it } from 'vitest';
import { event } from '../src/events.ts';
import { newId } from '../src/ids.ts';
import { emit } from '../src/outbox.ts';
import { closeAfterTests, eventually } from '../src/testing.ts';
import { ping, poison, startWorld, troubled } from './world.ts';

const world = await closeAfterTests(startWorld());

describe('a consumer with failing events', () => {
  it('moves an event that always fails to the dead letters while other events take effect', async () => {
    const bus = await world.testEnv.bus();
    const letters: unknown[] = [];
    const dead = await deadLetterWatch(letters);
    const fine = newId();
    await world.inTx((tx) =>
      emit(tx, [
        event(ping, poison, 1, { registrationId: poison, userId: 'u' }),
        event(ping, fine, 1, { registrationId: fine, userId: 'u' }),
      ]),
    );
    await eventually('the other passed', async () => (await world.effects(fine)) === 1);
    await eventually('dead letter written', async () => letters.length === 1, 25_000);
    expect(letters[0]).toMatchObject({ type: ping.type, reason: 'AppError: refused' });
    // The event is recorded as given up, so the reconciler does not fetch it again.
    const { rows } = await world.pool.query('SELECT consumer, given_up FROM missed_events');
    expect(rows).toEqual([{ consumer: 'registration-registration-deleted', given_up: true }]);
    await dead();
    await bus.stop();
  });

  it('retries through any number of infrastructure errors, and loses nothing', async () => {
    troubled.times = 7;
    const data = { registrationId: troubled.id, userId: 'u' };
    await world.inTx((tx) => emit(tx, [event(ping, troubled.id, 1, data)]));
    await eventually('took effect', async () => (await world.effects(troubled.id)) === 1, 20_000);
    expect(troubled.times).toBeLessThan(0);
  });
});

async function deadLetterWatch(into: unknown[]): Promise<() => Promise<void>> {
  const url = new URL(world.testEnv.natsUrl);
  const nc = await connect({
    servers: url.host,
    ...(url.username ? { user: url.username, pass: url.password } : {}),
  });
  nc.subscribe(`${world.testEnv.natsPrefix}dead.>`, {
    callback: (_error, message) => void into.push(message.json()),
  });
  await nc.flush();
  return () => nc.close();
}
