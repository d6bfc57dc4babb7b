import type { CallOptions } from '@g2/kit/grpc-client';
import type { Clients } from '../clients.ts';

const NUMBER = /^G2-\d{4}-\d{6,}(-[0-9A-F]{4}(-[0-9A-Z])?)?$/i;
const INTENT = /^pi_\w{1,250}$/;
/** An address that ends with what is meant: of a certificate's page, or of a payment at the provider. */
const ADDRESS = /^https?:\/\/\S*\/([^/\s?#]+)\/?(?:[?#]\S*)?$/i;

const named = (search: string): string => ADDRESS.exec(search)?.[1] ?? search;

/** A certificate's number, typed with any dash or none between its parts, or its page's address; undefined for another text. */
export function certificateNumberIn(search: string): string | undefined {
  const number = named(search).replaceAll(/[\s\u2010-\u2015-]+/gu, '-');
  return NUMBER.test(number) ? number : undefined;
}

/** A payment intent's id, alone or at the end of an address; undefined for another text. */
export function paymentIntentIn(search: string): string | undefined {
  const id = named(search);
  return INTENT.test(id) ? id : undefined;
}

/**
 * What staff look for among the registrations: a certificate's number or a payment intent, which other services know, is
 * the id of its registration; any other text, and a number that belongs to nothing, is looked for as it is.
 */
export async function searchedFor(
  { certificates, payments }: Pick<Clients, 'certificates' | 'payments'>,
  search: string,
  { token }: CallOptions,
): Promise<string> {
  const number = certificateNumberIn(search);
  if (number !== undefined)
    return (await certificates.findByNumber({ number }, { token })).registrationId ?? search;
  const paymentIntentId = paymentIntentIn(search);
  if (paymentIntentId !== undefined)
    return (await payments.findIntent({ paymentIntentId }, { token })).registrationId ?? search;
  return search;
}
