import type { CallOptions } from '@g2/kit/grpc-client';
import type { Clients } from '../clients.ts';

const NUMBER = /^G2-\d{4}-\d{6,}(-[0-9A-F]{4}(-[0-9A-Z])?)?$/i;
const INTENT = /^pi_\w{1,250}$/;
/** URL of a certificate's page or of a payment at the provider; its last segment counts. */
const ADDRESS = /^https?:\/\/\S*\/([^/\s?#]+)\/?(?:[?#]\S*)?$/i;

const lastSegment = (search: string): string => ADDRESS.exec(search)?.[1] ?? search;

/** Accepts any dashes or none between the parts, and the URL of the page; undefined for other text. */
export function certificateNumberIn(search: string): string | undefined {
  const number = lastSegment(search).replaceAll(/[\s\u2010-\u2015-]+/gu, '-');
  return NUMBER.test(number) ? number : undefined;
}

/** Accepts the id alone or at the end of a URL; undefined for other text. */
export function paymentIntentIn(search: string): string | undefined {
  const id = lastSegment(search);
  return INTENT.test(id) ? id : undefined;
}

/** Replaces a certificate number or payment intent by its registration's id; other text stays unchanged. */
export async function resolveSearch(
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
