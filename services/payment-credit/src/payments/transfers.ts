import { userOf } from '@g2/kit/actor';
import type { Call } from '@g2/kit/grpc-server';
import { idempotentTx } from '@g2/kit/idempotency';
import { isUuid } from '@g2/kit/ids';
import { PaymentTransfer, type RecordTransferRequest } from '@g2/proto/payment';
import type { Deps } from '../deps.ts';
import { scheduleContext } from '../schedule.ts';
import { emitAct } from '../store.ts';
import { noSuchPayment } from './domain/registration-payment.ts';
import { recordReturn, transferAct } from './domain/transfer.ts';
import { lockPayment, savePayment } from './store.ts';
import { insertTransfer } from './store-transfers.ts';

/** Records a transfer once, by the row lock. @throws AppError not-found, invalid-input, conflict (none waits) */
export function recordTransfer(
  deps: Deps,
  request: RecordTransferRequest,
  call: Call,
): Promise<PaymentTransfer> {
  const { id, ...input } = request;
  if (!isUuid(id)) throw noSuchPayment();
  const admin = userOf(call.actor).id;
  return idempotentTx(deps.db, call.idempotency, PaymentTransfer, async (tx) => {
    const payment = await lockPayment(tx, id.toLowerCase());
    if (!payment) throw noSuchPayment();
    const when = scheduleContext(deps);
    const result = recordReturn(payment, input, admin, when.now);
    await insertTransfer(tx, result.transfer);
    await savePayment(tx, payment, result, when);
    await emitAct(tx, transferAct(result.transfer));
    return result.transfer;
  });
}
