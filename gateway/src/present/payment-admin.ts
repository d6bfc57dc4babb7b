import type { CallOptions } from '@g2/kit/grpc-client';
import type { Logger } from '@g2/kit/log';
import type {
  Payment,
  PaymentPage,
  PaymentStep,
  PaymentDetails as ProtoDetails,
  RefundOrder as ProtoOrder,
  PaymentTransfer as ProtoTransfer,
} from '@g2/proto/payment';
import type { UnpaidFiles } from '@g2/proto/registration';
import type {
  ListedPayment,
  PaymentDetails,
  PaymentStepEntry,
  PaymentTotals,
  PaymentTransfer,
  RefundOrder,
} from '../../contract/payment-admin.ts';
import type { UnpaidFilePage } from '../../contract/unpaid-files.ts';
import type { Clients } from '../clients.ts';
import type { Wide } from '../route.ts';
import { orNull, orWithout, present } from './common.ts';
import { type Names, namesOf, presentName } from './people.ts';

/** Titles by registration id; undefined while the registration service is unavailable. */
type Titles = ReadonlyMap<string, string> | undefined;

export type PaymentLabels = { names: Names; titles: Titles };

/** Reads names and titles with one call per service. If a call fails, the page is shown without that data. */
export async function paymentLabelsOf(
  { identity, registrations }: Pick<Clients, 'identity' | 'registrations'>,
  payments: readonly Pick<Payment, 'userId' | 'registrationId'>[],
  call: CallOptions,
  log: Pick<Logger, 'warn'>,
  others: readonly string[] = [],
): Promise<PaymentLabels> {
  const ids = payments.flatMap(({ registrationId }) => registrationId ?? []);
  const [names, titles] = await Promise.all([
    namesOf(identity, [...payments.map((one) => one.userId), ...others], call, log),
    titlesOf(registrations, ids, call, log),
  ]);
  return { names, titles };
}

async function titlesOf(
  registrations: Clients['registrations'],
  ids: string[],
  { token }: CallOptions,
  log: Pick<Logger, 'warn'>,
): Promise<Titles> {
  if (ids.length === 0) return new Map();
  const pending = registrations.getTitles({ ids: [...new Set(ids)] }, { token, deadlineMs: 2_000 });
  const found = await orWithout(pending, undefined, 'titles', log);
  return found && new Map(found.items.map(({ id, title }) => [id, title]));
}

export const presentListed = (it: Payment, { names, titles }: PaymentLabels): Wide<ListedPayment> => ({
  ...present(it),
  payerName: presentName(it.userId, names),
  registrationTitle: orNull(titles?.get(it.registrationId ?? '')),
});

export const presentTotals = ({ total, totals }: Pick<PaymentPage, 'total' | 'totals'>): PaymentTotals => ({
  count: total,
  received: totals?.received ?? 0,
  refunded: totals?.refunded ?? 0,
  withCredits: totals?.withCredits ?? 0,
});

export const presentUnpaidTotals = ({
  total: count,
  totalCents: amount,
}: Pick<UnpaidFiles, 'total' | 'totalCents'>): UnpaidFilePage['totals'] => ({ count, amount });

export const presentOrder = (it: ProtoOrder, names: Names): Wide<RefundOrder> => ({
  ...present(it),
  orderedByName: presentName(it.orderedBy, names),
});

export const presentTransfer = (it: ProtoTransfer, names: Names): Wide<PaymentTransfer> => ({
  ...present(it),
  recordedByName: presentName(it.recordedBy, names),
});

const presentStep = (it: PaymentStep, names: Names): Wide<PaymentStepEntry> => ({
  ...present(it),
  order: it.order ? presentOrder(it.order, names) : null,
});

export const presentDetails = (
  payment: Payment,
  it: ProtoDetails,
  beside: PaymentLabels,
): Wide<PaymentDetails> => ({
  ...presentListed(payment, beside),
  steps: it.steps.map((step) => presentStep(step, beside.names)),
  refundable: it.refundable,
  transferable: it.transferable,
  refund: it.refund ? presentOrder(it.refund, beside.names) : null,
  transfer: it.transfer ? presentTransfer(it.transfer, beside.names) : null,
});
