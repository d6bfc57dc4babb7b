import type { Delivery } from '@g2/kit/events';
import { firstTime } from '@g2/kit/inbox';
import type { Deposit } from '../domain/certificate.ts';
import type { Database, Tx } from '../store-database.ts';
import { fileHash } from './domain/file-hash.ts';
import type { Occasion } from './domain/manifest.ts';
import { askForStamps, type Doing, evidenceOf, holdEvidence, record } from './store.ts';

/**
 * Evidence of a deposit; of one that was sent again, that it was. Events may come late: what is certified has its evidence, for
 * a certificate is the last that happens.
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
    const before = await evidenceOf(tx, deposit.registrationId);
    // What was found in an earlier file says nothing of a payment.
    const last = before.findLast(({ kind }) => kind !== 'inspected');
    // Written since it was paid for, because somebody asked.
    if (last && (!delivery || last.recordedAt >= delivery.time)) return;
    if (before.some(({ kind }) => kind === 'certified')) return;
    await writeDown(tx, last ? 'resubmitted' : 'deposited', deposit, doing);
  });

/** What is certified was deposited before: that stands first, though word of its payment be still on the way. */
export async function ensureDeposit(tx: Tx, deposit: Deposit, doing: Doing): Promise<void> {
  const before = await evidenceOf(tx, deposit.registrationId);
  if (before.length === 0) await writeDown(tx, 'deposited', deposit, doing);
  else await askForFileStamps(tx, deposit, doing);
}

async function writeDown(tx: Tx, kind: Occasion['kind'], deposit: Deposit, doing: Doing): Promise<void> {
  await record(tx, { kind, deposit, document: null, revoked: null, recordedAt: doing.now });
  await askForFileStamps(tx, deposit, doing);
}

const askForFileStamps = (tx: Tx, deposit: Deposit, doing: Doing): Promise<void> =>
  askForStamps(tx, deposit.registrationId, { of: 'file', ...fileHash(deposit) }, doing);
