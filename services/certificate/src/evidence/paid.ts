import type { Delivery } from '@g2/kit/events';
import { AppError } from '@g2/terms/errors';
import type { Deps } from '../deps.ts';
import { type Deposit, depositOf, type RegistrationFacts } from '../domain/certificate.ts';
import { evidenceOf } from './store.ts';
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

/** The event of a payment is there by then, ms. */
const EVENT_MS = 60_000;

/** Evidence of what was paid for before there was any: written when somebody asks, with the time that it is then. */
export async function recordLate(deps: Deps, deposit: Deposit): Promise<void> {
  const { store, clock, authorities, wake } = deps;
  if (deposit.paidAt === null || clock().getTime() - Date.parse(deposit.paidAt) < EVENT_MS) return;
  if ((await evidenceOf(store.db, deposit.registrationId)).length > 0) return;
  const urls = authorities.map(({ url }) => url);
  await recordDeposit(store.db, deposit, { now: clock(), urls }, undefined);
  wake();
}

/** A registration may be gone by the time its event comes. */
function unlessGone(error: unknown): RegistrationFacts | undefined {
  if (error instanceof AppError && error.code === 'not-found') return undefined;
  throw error;
}
