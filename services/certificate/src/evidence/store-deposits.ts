import type { Delivery } from '@g2/kit/events';
import { claimDelivery } from '@g2/kit/inbox';
import type { StampOptions } from '../authorities/authorities.ts';
import type { Deposit } from '../domain/certificate.ts';
import type { Database, Tx } from '../store/database.ts';
import { fileHash } from './domain/file-hash.ts';
import { evidenceOfFile, type Kind } from './domain/manifest.ts';
import { addEvidence, evidenceOf, lockEvidence, requestStamps } from './store.ts';

const SETTLED = new Set<Kind>(['paid', 'resubmitted', 'certified']);
/** True for evidence of a payment, a resubmission or a certificate. */
export const isPaidEvidence = ({ kind }: { kind: Kind }): boolean => SETTLED.has(kind);

/** Records a file's arrival unless evidence of the file exists. `delivery` is undefined without an event. */
export const recordDeposit = (
  db: Database,
  deposit: Deposit,
  doing: StampOptions,
  delivery: Delivery | undefined,
): Promise<void> =>
  db.tx(async (tx) => {
    if (delivery && !(await claimDelivery(tx, delivery))) return;
    await lockEvidence(tx, deposit.registrationId);
    await ensureArrival(tx, deposit, doing);
  });

/** Does nothing when `certified` evidence exists: the event is then late. `delivery` is undefined without an event. */
export const recordPayment = (
  db: Database,
  deposit: Deposit,
  doing: StampOptions,
  delivery: Delivery | undefined,
): Promise<void> =>
  db.tx(async (tx) => {
    if (delivery && !(await claimDelivery(tx, delivery))) return;
    await lockEvidence(tx, deposit.registrationId);
    const settled = (await evidenceOf(tx, deposit.registrationId)).filter(isPaidEvidence);
    const last = settled.at(-1);
    // recordMissing recorded this payment before its event arrived.
    if (last && (!delivery || last.recordedAt >= delivery.time)) return;
    if (settled.some(({ kind }) => kind === 'certified')) return;
    await ensureArrival(tx, deposit, doing);
    await addEvidence(tx, { kind: last ? 'resubmitted' : 'paid', ...evidenceInput(deposit, doing) });
    await askForFileStamps(tx, deposit, doing);
  });

/** Adds evidence of the deposit before that of the certificate, even when the deposit's events are late. */
export async function ensureDeposit(tx: Tx, deposit: Deposit, doing: StampOptions): Promise<void> {
  await ensureArrival(tx, deposit, doing);
  await askForFileStamps(tx, deposit, doing);
}

async function ensureArrival(tx: Tx, deposit: Deposit, doing: StampOptions): Promise<void> {
  const written = await evidenceOf(tx, deposit.registrationId);
  if (evidenceOfFile(written, deposit.sha256).length > 0) return;
  await addEvidence(tx, { kind: 'deposited', ...evidenceInput(deposit, doing) });
}

const evidenceInput = (deposit: Deposit, { now }: StampOptions) => ({
  deposit,
  document: null,
  revoked: null,
  recordedAt: now,
});

const askForFileStamps = (tx: Tx, deposit: Deposit, doing: StampOptions): Promise<void> =>
  requestStamps(tx, deposit.registrationId, { of: 'file', ...fileHash(deposit) }, doing);

/** Erases evidence of a deleted draft. The log keeps commitments, which disclose nothing without the salt. */
export const eraseEvidence = (db: Database, registrationId: string, delivery: Delivery): Promise<void> =>
  db.tx(async (tx) => {
    if (!(await claimDelivery(tx, delivery))) return;
    await lockEvidence(tx, registrationId);
    await tx
      .updateTable('evidence')
      .set({ salt: null, manifest: null })
      .where('registrationId', '=', registrationId)
      .execute();
    await tx.deleteFrom('contents').where('registrationId', '=', registrationId).execute();
    await tx.deleteFrom('publicity').where('registrationId', '=', registrationId).execute();
  });
