import type { Call } from '@g2/kit/grpc-server';
import { idempotentTx } from '@g2/kit/idempotency';
import { Id } from '@g2/proto/common';
import type { Deps } from '../deps.ts';
import type { Tx } from '../store.ts';
import type { RegistrationPayment } from './domain/registration-payment.ts';
import { findPayment, insertPayment } from './store.ts';

class LiveAttemptExists extends Error {}

/** Inserts an attempt once per key; undefined if one is live. @param rest further writes of the transaction */
export async function insertAttempt(
  deps: Deps,
  attempt: RegistrationPayment,
  call: Call,
  rest: (tx: Tx) => Promise<void>,
): Promise<RegistrationPayment | undefined> {
  try {
    const { id } = await idempotentTx(deps.db, call.idempotency, Id, async (tx) => {
      if (!(await insertPayment(tx, attempt, deps.waits))) throw new LiveAttemptExists();
      await rest(tx);
      return { id: attempt.id };
    });
    return await findPayment(deps.db, id);
  } catch (error) {
    if (error instanceof LiveAttemptExists) return undefined;
    throw error;
  }
}
