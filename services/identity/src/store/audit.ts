import { randomBytes } from 'node:crypto';
import { approvalDetail } from '@g2/kit/acts';
import type { Database } from '@g2/kit/database';
import type { Delivery } from '@g2/kit/events';
import { CodecError } from '@g2/kit/failure-class';
import { newId } from '@g2/kit/ids';
import { claimDelivery } from '@g2/kit/inbox';
import { requestContext } from '@g2/kit/log';
import type { Act as ActMessage } from '@g2/proto/common';
import { type Act, isAccountAct } from '@g2/terms/acts';
import type { Kysely } from 'kysely';
import type { DB } from '#tables';
import { addressHash } from '../domain/audit-chain.ts';

const SALT_BYTES = 16;

type AuditRowInput = Omit<Act, 'action' | 'subjectType'> & {
  id: string;
  at: Date;
  /** Any text: a later release of another service may send values that this release does not know. */
  action: string;
  subjectType: string;
  address: string;
  requestId: string;
};

/** Inserts an audit act in the act's transaction (`tx`: the database if none). A loop adds it to the chain later. */
export function recordAuditAct(tx: Kysely<DB>, act: Act, now: Date): Promise<void> {
  const { requestId = '', origin: { address = '' } = {} } = requestContext.getStore() ?? {};
  const detail = { ...act.detail, ...approvalDetail() };
  return insertAct(tx, { ...act, detail, id: newId(), at: now, address, requestId });
}

async function insertAct(tx: Kysely<DB>, { address, detail, ...act }: AuditRowInput): Promise<void> {
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

/** Records another service's act, once per event. @throws CodecError for an act that only this service may report */
export const recordReported = (db: Database<DB>, act: ActMessage, delivery: Delivery): Promise<void> =>
  db.tx(async (tx) => {
    if (isAccountAct(act.action)) throw new CodecError(`${delivery.consumer} tells of "${act.action}"`);
    if (!(await claimDelivery(tx, delivery))) return;
    const { eventId: id, time: at } = delivery;
    await insertAct(tx, { ...act, id, at, actorId: act.actorId || null });
  });
