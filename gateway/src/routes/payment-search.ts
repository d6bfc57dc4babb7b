import type { CallOptions } from '@g2/kit/grpc-client';
import type { PaymentFilter, PaymentSearch } from '@g2/proto/payment';
import type { z } from 'zod';
import type { paymentExportBody } from '../../contract/payment-admin.ts';
import type { Clients } from '../clients.ts';
import { paymentIntentIn, resolveSearch } from './search-by-number.ts';

type Asked = Pick<Clients, 'identity' | 'registrations' | 'certificates' | 'payments'>;

/** Maximum number of accounts that a search covers; these are the newest ones that match. */
const MOST_PEOPLE = 100;

/** `capped`: more people or registrations matched than the search covers. */
type PaymentsFound = { search: PaymentSearch | undefined; capped: boolean };

/** Resolves a payment search in the other services. Fails if one is unavailable: a partial list would mislead. */
async function paymentsFound(
  clients: Asked,
  text: string | undefined,
  call: CallOptions,
): Promise<PaymentsFound> {
  if (text === undefined) return { search: undefined, capped: false };
  const paymentIntentId = paymentIntentIn(text);
  if (paymentIntentId !== undefined)
    return { search: { userIds: [], registrationIds: [], paymentIntentId }, capped: false };
  const request = { token: call.token };
  const page = { page: 1, limit: MOST_PEOPLE };
  const [people, registrations] = await Promise.all([
    clients.identity.listUsers({ page, search: text, role: '', sort: '' }, request),
    clients.registrations.findByText({ search: await resolveSearch(clients, text, call) }, request),
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

export async function paymentFilter(
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
