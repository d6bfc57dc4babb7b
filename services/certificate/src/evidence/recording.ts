import type { Delivery } from '@g2/kit/events';
import { AppError } from '@g2/terms/errors';
import type { Deps } from '../deps.ts';
import { type Deposit, depositOf } from '../domain/certificate.ts';
import { evidenceOfFile } from './domain/manifest.ts';
import { evidenceOf } from './store.ts';
import { isSettled, recordDeposit, recordPayment } from './store-deposits.ts';

/** Writes down that a file arrived, and has that logged at once: the proof begins before payment. */
export const recordArrived = (deps: Deps, registrationId: string, delivery: Delivery): Promise<void> =>
  recordFrom(deps, registrationId, delivery, recordDeposit);

/** Writes down what was paid for, the first time or again after corrections, and has it stamped and logged. */
export const recordPaid = (deps: Deps, registrationId: string, delivery: Delivery): Promise<void> =>
  recordFrom(deps, registrationId, delivery, recordPayment);

async function recordFrom(
  deps: Deps,
  registrationId: string,
  delivery: Delivery,
  write: typeof recordDeposit,
): Promise<void> {
  const { store, clock, authorities, wake, log } = deps;
  const deposit = await currentDeposit(deps, registrationId);
  if (!deposit) {
    log.warn({ registrationId }, 'there is no file any longer: no evidence');
    return;
  }
  const urls = authorities.map(({ url }) => url);
  await write(store.db, deposit, { now: clock(), urls }, delivery);
  wake();
}

/** Undefined where the registration, or its file, is gone by the time its event comes. */
async function currentDeposit({ peers }: Deps, registrationId: string): Promise<Deposit | undefined> {
  try {
    return depositOf(await peers.certificateFacts(registrationId));
  } catch (error) {
    if (error instanceof AppError && error.code === 'not-found') return undefined;
    throw error;
  }
}

/** The event of an arrival or a payment has come by then, ms. */
const EVENT_MS = 60_000;

/** Writes evidence for an arrival or a payment of before there was evidence, or whose event is missing, dated now. */
export async function recordMissing(deps: Deps, deposit: Deposit): Promise<void> {
  const { store, clock, authorities, wake } = deps;
  const now = clock();
  const isDue = (at: string | null) => at !== null && now.getTime() - Date.parse(at) >= EVENT_MS;
  const written = await evidenceOf(store.db, deposit.registrationId);
  const lacksArrival = isDue(deposit.depositedAt) && evidenceOfFile(written, deposit.sha256).length === 0;
  const lacksPayment = isDue(deposit.paidAt) && !written.some(isSettled);
  if (!lacksArrival && !lacksPayment) return;
  const doing = { now, urls: authorities.map(({ url }) => url) };
  await (lacksPayment ? recordPayment : recordDeposit)(store.db, deposit, doing, undefined);
  wake();
}
