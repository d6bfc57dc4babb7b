import type { Delivery } from '@g2/kit/events';
import type { Deps } from '../deps.ts';
import { type Deposit, depositOf } from '../domain/certificate.ts';
import { undefinedIfNotFound } from '../peers.ts';
import { evidenceOfFile } from './domain/manifest.ts';
import { evidenceOf } from './store.ts';
import { isPaidEvidence, recordDeposit, recordPayment } from './store-deposits.ts';

/** Records evidence of a file's arrival. It is logged at once, so that the proof begins before payment. */
export const recordArrived = (deps: Deps, registrationId: string, delivery: Delivery): Promise<void> =>
  recordFrom(deps, registrationId, delivery, recordDeposit);

/** Records evidence of the first payment, or of a resubmission after corrections; it is stamped and logged. */
export const recordPaid = (deps: Deps, registrationId: string, delivery: Delivery): Promise<void> =>
  recordFrom(deps, registrationId, delivery, recordPayment);

async function recordFrom(
  deps: Deps,
  registrationId: string,
  delivery: Delivery,
  write: typeof recordDeposit,
): Promise<void> {
  const { store, peers, clock, authorities, wake, log } = deps;
  // Undefined when the registration or its file no longer exists.
  const deposit = await peers.certificateFacts(registrationId).then(depositOf).catch(undefinedIfNotFound);
  if (!deposit) {
    log.warn({ registrationId }, 'there is no file any longer: no evidence');
    return;
  }
  const urls = authorities.map(({ url }) => url);
  await write(store.db, deposit, { now: clock(), urls }, delivery);
  wake();
}

/** Time in which an event may still arrive before its evidence is recorded without it, ms. */
const EVENT_GRACE_MS = 60_000;

/** Records missing evidence, dated now: its event was lost or the registration is older than the evidence feature. */
export async function recordMissing(deps: Deps, deposit: Deposit): Promise<void> {
  const { store, clock, authorities, wake } = deps;
  const now = clock();
  const isOverdue = (at: string | null) => at !== null && now.getTime() - Date.parse(at) >= EVENT_GRACE_MS;
  const written = await evidenceOf(store.db, deposit.registrationId);
  const lacksArrival = isOverdue(deposit.depositedAt) && evidenceOfFile(written, deposit.sha256).length === 0;
  const lacksPayment = isOverdue(deposit.paidAt) && !written.some(isPaidEvidence);
  if (!lacksArrival && !lacksPayment) return;
  const options = { now, urls: authorities.map(({ url }) => url) };
  await (lacksPayment ? recordPayment : recordDeposit)(store.db, deposit, options, undefined);
  wake();
}
