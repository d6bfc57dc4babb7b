import { isUuid } from '@g2/kit/ids';
import type { PaymentFilter as PaymentFilterMessage, PaymentSearch } from '@g2/proto/payment';
import type { Act } from '@g2/terms/acts';
import { dayErrors } from '@g2/terms/civil-days';
import { AppError } from '@g2/terms/errors';
import {
  LISTED_PAYMENT_STATUSES,
  type ListedPaymentStatus,
  oneOfGuard,
  PAYMENT_ATTENTIONS,
  PAYMENT_KINDS,
  type PaymentAttention,
  type PaymentKind,
} from '@g2/terms/payments';
import { filterOf } from '../domain/filter.ts';

/** Empty lists match all. */
export type PaymentFilter = {
  statuses: ListedPaymentStatus[];
  kinds: PaymentKind[];
  userId?: string | undefined;
  /** Civil days in America/Sao_Paulo, inclusive; '' for no limit. */
  from: string;
  to: string;
  search?: PaymentSearch | undefined;
  attention?: PaymentAttention | undefined;
};

/** Maximum ids of one kind in a search. */
const MAX_SEARCH_IDS = 500;

/** @throws AppError invalid-input, naming the field */
export function parsePaymentFilter({
  statuses,
  kinds,
  userId,
  from = '',
  to = '',
  search,
  attention,
}: PaymentFilterMessage): PaymentFilter {
  const fields = dayErrors({ from, to });
  const [message] = Object.values(fields);
  if (message) throw new AppError('invalid-input', { message, fields });
  return {
    userId: userId && accountId(userId),
    statuses: filterOf('status', statuses, oneOfGuard(LISTED_PAYMENT_STATUSES), 'Status inválido'),
    kinds: filterOf('kind', kinds, oneOfGuard(PAYMENT_KINDS), 'Tipo inválido'),
    attention: attention
      ? filterOf('attention', [attention], oneOfGuard(PAYMENT_ATTENTIONS), 'Filtro inválido')[0]
      : undefined,
    from,
    to,
    search: search && {
      userIds: ids(search.userIds),
      registrationIds: ids(search.registrationIds),
      paymentIntentId: search.paymentIntentId,
    },
  };
}

function ids(given: string[]): string[] {
  if (given.length > MAX_SEARCH_IDS || !given.every(isUuid)) throw new AppError('invalid-input');
  return given.map((id) => id.toLowerCase());
}

function accountId(id: string): string {
  if (!isUuid(id)) throw new AppError('invalid-input', { message: 'Usuário inválido' });
  return id.toLowerCase();
}

/** Audit entry of an export. It omits the searched ids, which may identify a person. */
export function exportAct(
  { statuses, kinds, userId, from, to, search, attention }: PaymentFilter,
  actorId: string,
): Act {
  return {
    action: 'payments-exported',
    actorId,
    subjectType: 'report',
    subjectId: 'payments',
    detail: {
      ...(from && { from }),
      ...(to && { to }),
      ...(statuses.length > 0 && { statuses: statuses.join(',') }),
      ...(kinds.length > 0 && { kinds: kinds.join(',') }),
      ...(userId && { account: userId }),
      ...(search && { searched: 'true' }),
      ...(attention && { attention }),
    },
  };
}
