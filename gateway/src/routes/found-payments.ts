import type { CallOptions } from '@g2/kit/grpc-client';
import type { PaymentFilter, PaymentSearch } from '@g2/proto/payment';
import type { z } from 'zod';
import type { paymentExportBody } from '../../contract/payment-admin.ts';
import type { Clients } from '../clients.ts';
import { paymentIntentIn, searchedFor } from './found-by-number.ts';

/** Whom a search is asked of. */
type Asked = Pick<Clients, 'identity' | 'registrations' | 'certificates' | 'payments'>;

/** So many people a search means at most, the newest accounts. */
const MOST_PEOPLE = 100;

/** What is searched for, undefined when nothing is; and whether it means more than was looked for. */
type PaymentsFound = { search: PaymentSearch | undefined; capped: boolean };

/**
 * What a search among payments means, which other services know: the people of that name or e-mail, and the registrations
 * that staff would find by it, by title or tax id or certificate; a payment intent means itself. Where one of them cannot
 * be asked there is no answer: a list that leaves out would say that there is nothing.
 */
async function paymentsFound(
  clients: Asked,
  text: string | undefined,
  call: CallOptions,
): Promise<PaymentsFound> {
  if (text === undefined) return { search: undefined, capped: false };
  const paymentIntentId = paymentIntentIn(text);
  if (paymentIntentId !== undefined)
    return { search: { userIds: [], registrationIds: [], paymentIntentId }, capped: false };
  const asked = { token: call.token };
  const page = { page: 1, limit: MOST_PEOPLE };
  const [people, registrations] = await Promise.all([
    clients.identity.listUsers({ page, search: text, role: '', sort: '' }, asked),
    clients.registrations.findByText({ search: await searchedFor(clients, text, call) }, asked),
  ]);
  return {
    search: {
      userIds: people.items.map((one) => one.id),
      registrationIds: registrations.ids,
      paymentIntentId: '',
    },
    capped: people.total > people.items.length || people.totalCapped || registrations.capped,
  };
}

/** What a list or a file of payments is of. */
export async function filterOf(
  clients: Asked,
  { status = [], kind = [], userId, from, to, search, attention }: z.output<typeof paymentExportBody>,
  call: CallOptions,
): Promise<{ filter: PaymentFilter; capped: boolean }> {
  const found = await paymentsFound(clients, search, call);
  return {
    filter: { statuses: status, kinds: kind, userId, from, to, search: found.search, attention },
    capped: found.capped,
  };
}
