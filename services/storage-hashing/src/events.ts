import { AppError } from '@g2/kit/errors';
import { facts, on, type Subscription } from '@g2/kit/events';
import type { Clock } from '@g2/kit/ids';
import type { Logger } from '@g2/kit/log';
import { isObjectKey } from './domain/object-key.ts';
import type { Store } from './store.ts';

type Deps = { store: Store; clock: Clock; log: Logger; wakeRemover: () => void };

/** Registration alone says what becomes of an object; nothing is ever removed for its age. */
export const subscriptions = ({ store, clock, log, wakeRemover }: Deps): Subscription[] => [
  on(facts.fileAttached, async ({ objectKey }, delivery) => {
    const before = await store.hear(delivery, known(objectKey), 'attach', clock());
    if (before === undefined) log.error({ objectKey }, 'an object that is not known here was attached');
  }),
  on(facts.fileReleased, async ({ objectKey }, delivery) => {
    await store.hear(delivery, known(objectKey), 'release', clock());
    wakeRemover();
  }),
  on(facts.uploadExpired, async ({ ticketId }, delivery) => {
    await store.expireUpload(delivery, ticketId, clock());
    wakeRemover();
  }),
];

function known(key: string): string {
  if (!isObjectKey(key)) throw new AppError('invalid-input', { message: 'not a key of this service' });
  return key;
}
