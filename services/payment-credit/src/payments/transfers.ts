import { userOf } from '@g2/kit/actor';
import type { Call } from '@g2/kit/grpc-server';
import { runIdempotent } from '@g2/kit/idempotency';
import { isUuid } from '@g2/kit/ids';
import { PaymentTransfer, type RecordTransferRequest } from '@g2/proto/payment';
import type { Deps } from '../deps.ts';
import { whenOf } from '../schedule.ts';
import { tellTrail } from '../store.ts';
import { noSuchPayment } from '../stripe/refund-orders.ts';
import { giveBackByTransfer, type Transfer, transferred } from './domain/transfer.ts';
import { lockPayment, savePayment } from './store.ts';
import { insertTransfer } from './store-transfers.ts';

/**
 * The row lock makes concurrent requests record it once.
 * @throws AppError not-found, invalid-input, conflict when nothing waits for a transfer
 */
export function recordTransfer(
  deps: Deps,
  request: RecordTransferRequest,
  call: Call,
): Promise<PaymentTransfer> {
  const { id, ...asked } = request;
  if (!isUuid(id)) throw noSuchPayment();
  const admin = userOf(call.actor).id;
  return deps.db.tx((tx) =>
    runIdempotent(tx, call.idempotency, PaymentTransfer, async () => {
      const payment = await lockPayment(tx, id.toLowerCase());
      if (!payment) throw noSuchPayment();
      const when = whenOf(deps);
      const result = giveBackByTransfer(payment, asked, admin, when.now);
      await insertTransfer(tx, result.transfer);
      await savePayment(tx, payment, result, when);
      await tellTrail(tx, transferred(result.transfer));
      return transferMessage(result.transfer);
    }),
  );
}

export function transferMessage(transfer: Transfer): PaymentTransfer {
  const { amount, transferredOn, reference, note, recordedBy, recordedAt } = transfer;
  return { amount, transferredOn, reference, note, recordedBy, recordedAt };
}
