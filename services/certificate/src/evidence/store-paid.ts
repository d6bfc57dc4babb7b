import type { Delivery } from '@g2/kit/events';
import { firstTime } from '@g2/kit/inbox';
import type { Deposit } from '../domain/certificate.ts';
import type { Database } from '../store-database.ts';
import { fileHash } from './domain/file-hash.ts';
import { askForStamps, type Doing, evidenceOf, holdEvidence, record } from './store.ts';

/** Evidence of a deposit; of one that was sent again, that it was. */
export const recordDeposit = (
  db: Database,
  deposit: Deposit,
  doing: Doing,
  delivery: Delivery,
): Promise<void> =>
  db.tx(async (tx) => {
    if (!(await firstTime(tx, delivery))) return;
    await holdEvidence(tx, deposit.registrationId);
    const isFirst = (await evidenceOf(tx, deposit.registrationId)).length === 0;
    const kind = isFirst ? 'deposited' : 'resubmitted';
    await record(tx, { kind, deposit, document: null, revoked: null, recordedAt: doing.now });
    await askForStamps(tx, deposit.registrationId, { of: 'file', ...fileHash(deposit) }, doing);
  });
