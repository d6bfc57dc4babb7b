import type { Delivery } from '@g2/kit/events';
import { firstTime } from '@g2/kit/inbox';
import type { Deposit } from '../domain/certificate.ts';
import type { Database, Tx } from '../store-database.ts';
import { fileHash } from './domain/file-hash.ts';
import { evidenceOfFile, type Kind } from './domain/manifest.ts';
import { askForStamps, type Doing, evidenceOf, holdEvidence, record } from './store.ts';

const SETTLED = new Set<Kind>(['paid', 'resubmitted', 'certified']);
/** True of evidence that is written at a payment, or after it. */
export const isSettled = ({ kind }: { kind: Kind }): boolean => SETTLED.has(kind);

/**
 * Evidence that a file arrived. Events may come late: where the newest evidence is of this file, nothing is written.
 * @param delivery the event of the arrival; undefined when the evidence is found to be missing
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
    await ensureArrival(tx, deposit, doing);
  });

/**
 * Evidence that a deposit was paid for, and after corrections that it was sent again; authorities stamp its file. Events
 * may come late: what is certified has its evidence, for a certificate is the last that happens.
 * @param delivery the event of the payment; undefined when the evidence is found to be missing
 */
export const recordPayment = (
  db: Database,
  deposit: Deposit,
  doing: Doing,
  delivery: Delivery | undefined,
): Promise<void> =>
  db.tx(async (tx) => {
    if (delivery && !(await firstTime(tx, delivery))) return;
    await holdEvidence(tx, deposit.registrationId);
    const settled = (await evidenceOf(tx, deposit.registrationId)).filter(isSettled);
    const last = settled.at(-1);
    // Written since it was paid for, because it was found to be missing.
    if (last && (!delivery || last.recordedAt >= delivery.time)) return;
    if (settled.some(({ kind }) => kind === 'certified')) return;
    await ensureArrival(tx, deposit, doing);
    await record(tx, { kind: last ? 'resubmitted' : 'paid', ...occasion(deposit, doing) });
    await askForFileStamps(tx, deposit, doing);
  });

/** What is certified was deposited before: that stands first, though the events of both be still on the way. */
export async function ensureDeposit(tx: Tx, deposit: Deposit, doing: Doing): Promise<void> {
  await ensureArrival(tx, deposit, doing);
  await askForFileStamps(tx, deposit, doing);
}

async function ensureArrival(tx: Tx, deposit: Deposit, doing: Doing): Promise<void> {
  const written = await evidenceOf(tx, deposit.registrationId);
  if (evidenceOfFile(written, deposit.sha256).length > 0) return;
  await record(tx, { kind: 'deposited', ...occasion(deposit, doing) });
}

const occasion = (deposit: Deposit, { now }: Doing) => ({
  deposit,
  document: null,
  revoked: null,
  recordedAt: now,
});

const askForFileStamps = (tx: Tx, deposit: Deposit, doing: Doing): Promise<void> =>
  askForStamps(tx, deposit.registrationId, { of: 'file', ...fileHash(deposit) }, doing);

/** Of a deleted draft the log keeps the commitments alone: nothing can be read from them without salt and manifest. */
export const eraseEvidence = (db: Database, registrationId: string, delivery: Delivery): Promise<void> =>
  db.tx(async (tx) => {
    if (!(await firstTime(tx, delivery))) return;
    await holdEvidence(tx, registrationId);
    await tx
      .updateTable('evidence')
      .set({ salt: null, manifest: null })
      .where('registrationId', '=', registrationId)
      .execute();
    await tx.deleteFrom('contents').where('registrationId', '=', registrationId).execute();
    await tx.deleteFrom('publicity').where('registrationId', '=', registrationId).execute();
  });
