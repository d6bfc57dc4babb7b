import type { Payer as PayerMessage } from '@g2/proto/payment';
import { AppError } from '@g2/terms/errors';
import { oneOfGuard, PROVIDER_METHODS, type ProviderMethod } from '@g2/terms/payments';
import type { Config } from '../config.ts';
import { type Payer, parsePayer, payerRequiredError } from '../payers/domain/payer.ts';

type PaymentMethodRequest = { method?: string | undefined; payer?: PayerMessage | undefined };

/** Pix and boleto require a payer. @throws AppError invalid-input, naming the field */
export function parsePaymentMethod(
  config: Config,
  request: PaymentMethodRequest,
): { method: ProviderMethod | null; payer: Payer | null } {
  const method = request.method === undefined ? null : methodOf(config, request.method);
  const isVoucher = method === 'pix' || method === 'boleto';
  if (!request.payer && isVoucher) throw payerRequiredError();
  return { method, payer: request.payer ? parsePayer(request.payer, { whole: method === 'boleto' }) : null };
}

function methodOf({ STRIPE_PAYMENT_METHODS: taken }: Config, method: string): ProviderMethod {
  if (oneOfGuard(PROVIDER_METHODS)(method) && taken.includes(method)) return method;
  const message = 'Esta forma de pagamento não está disponível.';
  throw new AppError('invalid-input', { message, fields: { method: message } });
}
