import { userOf } from '@g2/kit/actor';
import type { Call } from '@g2/kit/grpc-server';
import { newId } from '@g2/kit/ids';
import type { CreditPayment } from '@g2/proto/payment';
import type { Payable } from '@g2/proto/registration';
import { AppError } from '@g2/terms/errors';
import type { Deps } from '../deps.ts';
import { accountsOf, debtError, findEntry, insufficientCreditsError, lockAccount } from '../ledger/store.ts';
import {
  captureCredits,
  notPayable,
  operationKey,
  type RegistrationPayment,
} from './domain/registration-payment.ts';
import { insertAttempt } from './insert-attempt.ts';
import { closeForCredits } from './intents.ts';
import { logPostponed, settlePayment } from './settle-payment.ts';
import { emitDecision, findLivePayment, findPayment } from './store.ts';

const ATTEMPTS = 6;

/**
 * Pays a registration with credits once; concurrent calls get the same response, after the registration is paid.
 * @throws AppError not-found, not-payable, file-taken, insufficient-credits, credits-owed, payment-in-progress (the
 * registration did not answer; the settler retries)
 */
export async function payWithCredits(deps: Deps, registrationId: string, call: Call): Promise<CreditPayment> {
  const user = userOf(call.actor);
  const payable = await deps.peers.payable(registrationId, call.token);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const live = await findLivePayment(deps.db, payable.registrationId);
    if (live?.method === 'credits' && live.userId === user.id) return settledResponse(deps, live, call);
    if (!payable.canPay || (live && live.status !== 'open')) throw notPayable();
    if (live) {
      if (await mustRetry(deps, payable, live)) continue;
      await closeForCredits(deps, live);
      continue;
    }
    const charged = await charge(deps, payable, call);
    if (charged) return settledResponse(deps, charged, call);
  }
  throw new AppError('conflict');
}

/**
 * Checks balance and debt before the open attempt is cancelled.
 * @returns true when that attempt is no longer live, so the caller must look for the live one again
 * @throws AppError insufficient-credits, credits-owed
 */
async function mustRetry(deps: Deps, payable: Payable, live: RegistrationPayment): Promise<boolean> {
  const account = (await accountsOf(deps.db, [payable.userId])).get(payable.userId);
  const { balance, owed } = account ?? { balance: 0, owed: 0 };
  if (owed === 0 && balance >= payable.amountCents) return false;
  if ((await findLivePayment(deps.db, payable.registrationId))?.id !== live.id) return true;
  throw owed > 0 ? debtError(owed) : insufficientCreditsError(payable.amountCents, balance);
}

/** Inserts attempt and debit in one transaction; undefined when another attempt exists. */
function charge(deps: Deps, payable: Payable, call: Call): Promise<RegistrationPayment | undefined> {
  const now = deps.clock();
  const { registrationId, userId, title, amountCents: amount } = payable;
  const made = captureCredits({ id: newId(), registrationId, userId, title, amount }, now);
  return insertAttempt(deps, made.next, call, async (tx) => {
    const { owed } = await lockAccount(tx, userId);
    if (owed > 0) throw debtError(owed);
    await emitDecision(tx, made, now);
  });
}

async function settledResponse(deps: Deps, charged: RegistrationPayment, call: Call): Promise<CreditPayment> {
  const { status } = charged.status === 'captured' ? await settleOrReport(deps, charged) : charged;
  const debit = await findEntry(deps.db, operationKey('pay', charged.id));
  if (status !== 'settled' || !debit) {
    // Throws the registration's own error, if it refused for another reason than its status.
    await deps.peers.payable(charged.registrationId, call.token);
    throw notPayable();
  }
  return { creditsUsed: -debit.delta, balance: debit.balanceAfter };
}

async function settleOrReport(deps: Deps, charged: RegistrationPayment): Promise<RegistrationPayment> {
  try {
    return await settlePayment(deps, charged);
  } catch (error) {
    // Another replica may have settled the payment.
    const now = await findPayment(deps.db, charged.id).catch(() => undefined);
    if (now && now.status !== 'captured') return now;
    logPostponed(deps.log, charged, error);
    throw new AppError('payment-in-progress', { retryAfter: 2 }, error);
  }
}
