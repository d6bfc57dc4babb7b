import { userOf } from '@g2/kit/actor';
import type { Call } from '@g2/kit/grpc-server';
import type { Pdf } from '@g2/proto/common';
import { AppError } from '@g2/terms/errors';
import type { Deps } from '../deps.ts';
import { addressLines } from '../payers/domain/payer.ts';
import { findPayer } from '../payers/store.ts';
import { type Party, receiptLines } from './domain/receipt.ts';
import type { RegistrationPayment } from './domain/registration-payment.ts';
import { receiptPdf } from './receipt-pdf.ts';
import { findSettledPayment } from './store.ts';

/**
 * @throws AppError not-found when the registration is absent or not the caller's, forbidden for operators,
 * receipt-not-available when it was never paid, unavailable when the registration service cannot be reached
 */
export async function getReceipt(deps: Deps, registrationId: string, call: Call): Promise<Pdf> {
  const user = userOf(call.actor);
  const paid = await findSettledPayment(deps.db, registrationId);
  const ownerId = paid?.userId ?? (await deps.peers.applicant(registrationId, call.token)).userId;
  if (ownerId !== user.id && user.role !== 'admin') {
    if (user.role === 'operator') throw new AppError('forbidden');
    throw new AppError('not-found', { message: 'Registro não encontrado' });
  }
  if (!paid) throw new AppError('receipt-not-available');
  const receipt = receiptLines(paid, { issuer: issuerOf(deps), payer: await payerOf(deps, paid, call) });
  return {
    content: await receiptPdf(receipt, paid.capturedAt ?? paid.createdAt),
    fileName: `recibo_${registrationId.slice(0, 8)}.pdf`,
  };
}

/** The payer stored with the payment; without one, the registration's applicant. */
async function payerOf(deps: Deps, { id, registrationId }: RegistrationPayment, call: Call): Promise<Party> {
  const applicant = await deps.peers.applicant(registrationId, call.token);
  const storedPayer = await findPayer(deps.db, id);
  if (!storedPayer) return { name: applicant.name, taxId: applicant.taxId };
  const { name, taxId, address } = storedPayer;
  return { name, taxId, address: address ? addressLines(address).join(', ') : undefined };
}

function issuerOf({ config }: Deps): Party | null {
  const { ISSUER_NAME: name, ISSUER_TAX_ID: taxId, ISSUER_ADDRESS: address } = config;
  return name === undefined ? null : { name, taxId, address };
}
