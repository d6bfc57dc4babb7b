import { event } from '@g2/kit/events';
import { newId } from '@g2/kit/ids';
import { eventually } from '@g2/kit/testing';
import { facts } from '@g2/proto/facts';
import type { World } from './world.ts';

export type StaffChange = Partial<{ role: string; isActive: boolean; isDeleted: boolean }>;

/** Account events of identity, each with a higher version than the previous one. */
export function staffEvents(world: World) {
  let version = 1;
  const next = (): number => {
    version += 1;
    return version;
  };
  const reported = (change: StaffChange, userId: string, at = next()) =>
    event(facts.userChanged, userId, at, {
      userId,
      role: 'operator',
      isActive: true,
      isDeleted: false,
      ...change,
    });
  const handled = (eventId: string) =>
    eventually('event handled', async () => {
      const { rowCount } = await world.pool.query('SELECT 1 FROM inbox WHERE event_id = $1', [eventId]);
      return rowCount === 1;
    });
  return {
    next,
    reported,
    /** Publishes an event and waits until it is recorded, not until it is processed. */
    async deliver(change: StaffChange, userId: string, at = next()): Promise<void> {
      const id = newId();
      await world.publish(reported(change, userId, at), id);
      await handled(id);
    },
    /** Waits until all pending releases of assignments are done. */
    released: () =>
      eventually('released', async () => {
        const { rowCount } = await world.pool.query('SELECT 1 FROM account_changes WHERE releasing');
        return rowCount === 0;
      }),
  };
}
