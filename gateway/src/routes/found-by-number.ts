import type { CallOptions } from '@g2/kit/grpc-client';
import type { Clients } from '../clients.ts';

const CERTIFICATE_NUMBER = /^G2-\d{4}-\d{6,}(-[0-9A-F]{4}(-[0-9A-Z])?)?$/i;
const PAYMENT_INTENT = /^pi_\w{1,250}$/;

/**
 * What staff look for among the registrations: a certificate's number or a payment intent, which other services know, is
 * the id of its registration; any other text, and a number that belongs to nothing, is looked for as it is.
 */
export async function searchedFor(
  { certificates, payments }: Pick<Clients, 'certificates' | 'payments'>,
  search: string,
  { token }: CallOptions,
): Promise<string> {
  if (CERTIFICATE_NUMBER.test(search)) {
    return (await certificates.findByNumber({ number: search }, { token })).registrationId ?? search;
  }
  if (PAYMENT_INTENT.test(search)) {
    return (await payments.findIntent({ paymentIntentId: search }, { token })).registrationId ?? search;
  }
  return search;
}
