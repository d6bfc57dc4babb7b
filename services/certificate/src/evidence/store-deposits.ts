import type { Delivery } from '@g2/kit/events';
import { claimDelivery } from '@g2/kit/inbox';
import type { Deposit } from '../domain/certificate.ts';
import type { Database, Tx } from '../store/database.ts';
import { fileHash } from './domain/file-hash.ts';
import { evidenceOfFile, type Kind } from './domain/manifest.ts';
import { addEvidence, evidenceOf, lockEvidence, requestStamps, type StampOptions } from './store.ts';

const SETTLED = new Set<Kind>(['paid', 'resubmitted', 'certified']);
/** True for evidence of a payment or later. */
export const isPaidEvidence = ({ kind }: { kind: Kind }): boolean => SETTLED.has(kind);

/** Does nothing for a late event: the newest evidence is of this file. `delivery` is undefined for missing evidence. */
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

/**
 * Records a payment or a resubmission, and requests stamps of the file. Does nothing for a late event: `certified` is
 * always last. `delivery` is undefined for missing evidence.
 */
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
    // Already recorded since this event, because it was found missing.
    if (last && (!delivery || last.recordedAt >= delivery.time)) return;
    if (settled.some(({ kind }) => kind === 'certified')) return;
    await ensureArrival(tx, deposit, doing);
    await addEvidence(tx, { kind: last ? 'resubmitted' : 'paid', ...evidenceInput(deposit, doing) });
    await askForFileStamps(tx, deposit, doing);
  });

/** Evidence of the deposit precedes the certificate's, also when their events are late. */
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

/** For a deleted draft: the log keeps commitments, which disclose nothing without salt and manifest. */
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
