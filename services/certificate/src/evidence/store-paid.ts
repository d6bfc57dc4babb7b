import type { Delivery } from '@g2/kit/events';
import { firstTime } from '@g2/kit/inbox';
import type { Deposit } from '../domain/certificate.ts';
import type { Database } from '../store-database.ts';
import { fileHash } from './domain/file-hash.ts';
import { askForStamps, type Doing, evidenceOf, holdEvidence, record } from './store.ts';

/**
 * Evidence of a deposit; of one that was sent again, that it was.
 * @param delivery the event that told of it; undefined: only what there is none of yet is written
 */
export const recordDeposit = (
  db: Database,
  deposit: Deposit,
  doing: Doing,
  delivery: Delivery | undefined,
): Promise<void> =>
  db.tx(async (tx) => {
    if (delivery && !(await firstTime(tx, delivery))) return;
    await holdEvidence(tx, deposit.registrationId);
    const before = (await evidenceOf(tx, deposit.registrationId)).at(-1);
    // Written since it was paid for, because somebody asked.
    if (before && (!delivery || before.recordedAt >= delivery.time)) return;
    const kind = before ? 'resubmitted' : 'deposited';
    await record(tx, { kind, deposit, document: null, revoked: null, recordedAt: doing.now });
    await askForStamps(tx, deposit.registrationId, { of: 'file', ...fileHash(deposit) }, doing);
  });
