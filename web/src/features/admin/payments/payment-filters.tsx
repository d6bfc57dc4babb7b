import { PAYMENT_ATTENTION_NAMES, PAYMENT_ATTENTIONS } from '@g2/gateway/contract/payment-admin';
import {
  PAYMENT_KIND_NAMES,
  PAYMENT_KINDS,
  PAYMENT_STATUS_NAMES,
  PAYMENT_STATUSES,
} from '@g2/gateway/contract/payments';
import { TextInput } from '@mantine/core';
import type { ListParams } from '../../../lib/list-params.ts';
import { ListToolbar } from '../../../ui/list-toolbar.tsx';
import type { PaymentFilter } from './api.ts';
import { FilterSelects } from './filter-bar.tsx';
import { ExportButton } from './payment-totals.tsx';
import classes from './payments.module.css';
import { texts } from './texts.ts';

const t = texts.payments;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The filter from the URL; an invalid value counts as absent. */
export function filterOf({ get, search }: Pick<ListParams, 'get' | 'search'>): PaymentFilter {
  const day = (name: string) => (DAY.test(get(name)) ? get(name) : '');
  return {
    status: PAYMENT_STATUSES.find((known) => known === get('status')) ?? '',
    attention: PAYMENT_ATTENTIONS.find((known) => known === get('attention')) ?? '',
    kind: PAYMENT_KINDS.find((known) => known === get('kind')) ?? '',
    search,
    from: day('from'),
    to: day('to'),
  };
}

/** Search, kind, status and period of the payments, kept in the URL; and the export of the result. */
export function PaymentFilters({ params, filter }: { params: ListParams; filter: PaymentFilter }) {
  return (
    <search>
      <ListToolbar params={params} searchLabel={t.search} placeholder={t.searchHint} opens>
        <FilterSelects
          params={params}
          filters={[
            {
              name: 'kind',
              label: t.kindFilter,
              any: t.anyKind,
              value: filter.kind,
              names: PAYMENT_KIND_NAMES,
            },
            {
              name: 'status',
              label: t.statusFilter,
              any: t.anyStatus,
              value: filter.status,
              names: PAYMENT_STATUS_NAMES,
            },
            {
              name: 'attention',
              label: t.attentionFilter,
              any: t.anyAttention,
              value: filter.attention,
              names: PAYMENT_ATTENTION_NAMES,
            },
          ]}
        />
      </ListToolbar>
      <div className={classes.period}>
        {(['from', 'to'] as const).map((name) => (
          <TextInput
            key={name}
            type="date"
            label={t[name]}
            value={filter[name]}
            onChange={(event) => params.setFilter(name, event.currentTarget.value)}
          />
        ))}
        <div className={classes.exports}>
          <ExportButton filter={filter} />
        </div>
      </div>
    </search>
  );
}
