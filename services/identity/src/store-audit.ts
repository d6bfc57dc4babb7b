import { randomBytes } from 'node:crypto';
import { approvalDetail } from '@g2/kit/acts';
import type { Database } from '@g2/kit/database';
import type { Delivery } from '@g2/kit/events';
import { CodecError } from '@g2/kit/failure';
import { newId } from '@g2/kit/ids';
import { firstTime } from '@g2/kit/inbox';
import { requestContext } from '@g2/kit/log';
import type { Act as ActMessage } from '@g2/proto/common';
import { type Act, isOfAccounts } from '@g2/terms/acts';
import type { Kysely } from 'kysely';
import type { DB } from '#tables';
import { addressHash } from './domain/chain.ts';

const SALT_BYTES = 16;

/** An act with where it came from, as it is kept. */
type Told = Omit<Act, 'action' | 'subjectType'> & {
  id: string;
  at: Date;
  /** A later release's may be a word that this one does not know. */
  action: string;
  subjectType: string;
  address: string;
  requestId: string;
};

/**
 * Writes an act of this service into the trail, in the act's own transaction; the loop chains it afterwards.
 * @param tx the database itself for what has no transaction, such as a refusal
 */
export function record(tx: Kysely<DB>, act: Act, now: Date): Promise<void> {
  const context = requestContext.getStore();
  const { address = '' } = context?.origin ?? {};
  const detail = { ...act.detail, ...approvalDetail() };
  return keep(tx, { ...act, detail, id: newId(), at: now, address, requestId: context?.requestId ?? '' });
}

/** Writes an act into the trail; one that is there already stays as it is. */
async function keep(tx: Kysely<DB>, { address, detail, ...act }: Told): Promise<void> {
  const salt = randomBytes(SALT_BYTES);
  await tx
    .insertInto('audit')
    .values({
      ...act,
      detail: JSON.stringify(detail ?? {}),
      address,
      addressSalt: salt,
      addressHash: addressHash(salt, address),
    })
    .onConflict((on) => on.column('id').doNothing())
    .execute();
}

/**
 * Writes what another service saw, once, however often it is told.
 * @throws CodecError for a word that is this service's alone to say
 */
export const keepTold = (db: Database<DB>, act: ActMessage, delivery: Delivery): Promise<void> =>
  db.tx(async (tx) => {
    if (isOfAccounts(act.action)) throw new CodecError(`${delivery.consumer} tells of "${act.action}"`);
    if (!(await firstTime(tx, delivery))) return;
    const { eventId: id, time: at } = delivery;
    await keep(tx, { ...act, id, at, actorId: act.actorId || null });
  });
