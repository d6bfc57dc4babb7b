import type { Delivery } from '@g2/kit/events';
import { AppError } from '@g2/terms/errors';
import type { Deps } from '../deps.ts';
import { depositOf, type RegistrationFacts } from '../domain/certificate.ts';
import { recordDeposit } from './store-paid.ts';

/** Writes down what was paid for, the first time or again after corrections, and has it stamped and logged. */
export async function recordPaid(deps: Deps, registrationId: string, delivery: Delivery): Promise<void> {
  const { peers, store, clock, authorities, wake, log } = deps;
  const known = await peers.certificateFacts(registrationId).catch(unlessGone);
  const deposit = known && depositOf(known);
  if (!deposit) {
    log.warn({ registrationId }, 'paid for, but there is no file: no evidence');
    return;
  }
  const urls = authorities.map(({ url }) => url);
  await recordDeposit(store.db, deposit, { now: clock(), urls }, delivery);
  wake();
}

/** A registration may be gone by the time its event comes. */
function unlessGone(error: unknown): RegistrationFacts | undefined {
  if (error instanceof AppError && error.code === 'not-found') return undefined;
  throw error;
}
