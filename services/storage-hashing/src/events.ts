import { type Subscription, subscribeTo } from '@g2/kit/events';
import { facts } from '@g2/proto/facts';
import { AppError } from '@g2/terms/errors';
import type { Config } from './config.ts';
import type { Deps } from './deps.ts';
import { isObjectKey } from './domain/object-key.ts';

const DAY_MS = 24 * 3_600_000;

type Needs = Pick<Deps, 'store' | 'objects' | 'clock' | 'log' | 'wakeRemover' | 'wakeInspector'> & {
  config: Pick<Config, 'S3_LOCK_DAYS'>;
};

/** A release event only makes an object a candidate: removal queries registration first. Nothing is removed by age. */
export const subscriptions = ({
  store,
  objects,
  config,
  clock,
  log,
  wakeRemover,
  wakeInspector,
}: Needs): Subscription[] => [
  subscribeTo(facts.fileAttached, async ({ objectKey }, delivery) => {
    // Locks the object before the inbox records the event: if S3 fails, the event is redelivered.
    if (config.S3_LOCK_DAYS > 0 && (await store.find(assertObjectKey(objectKey)))) {
      await objects.retain(objectKey, new Date(clock().getTime() + config.S3_LOCK_DAYS * DAY_MS));
    }
    const previousState = await store.removals.attached(delivery, assertObjectKey(objectKey), clock());
    if (previousState === undefined)
      log.error({ objectKey }, 'an object that is not known here was attached');
    else wakeInspector();
  }),
  subscribeTo(facts.fileReleased, async ({ objectKey }, delivery) => {
    await store.removals.letGo(delivery, assertObjectKey(objectKey), clock());
    wakeRemover();
  }),
  subscribeTo(facts.uploadExpired, async ({ ticketId, superseded }, delivery) => {
    await store.removals.ticketExpired(delivery, ticketId, superseded, clock());
    wakeRemover();
  }),
];

function assertObjectKey(key: string): string {
  if (!isObjectKey(key)) throw new AppError('invalid-input', { message: 'not a key of this service' });
  return key;
}
