import { STAFF_PAGE_SIZE } from '@g2/gateway/contract/common';
import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import { Button, Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { DataTableColumn } from 'mantine-datatable';
import { useState } from 'react';
import { formatDateTime } from '../../../lib/format.ts';
import { useListParams } from '../../../lib/list-params.ts';
import { RecordList } from '../../../ui/record-list.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { notify } from '../../../ui/toast-store.ts';
import { useErrorToast } from '../../../ui/use-error-toast.ts';
import classes from '../admin.module.css';
import { registrationsQuery } from '../api.ts';
import { RegistrationFilters } from '../registrations/registration-filters.tsx';
import { texts } from '../texts.ts';
import { BulkDialog } from './bulk-dialog.tsx';
import { StatusOverview } from './status-overview.tsx';

const t = texts.status;
const r = texts.registrations;

const COLUMNS: DataTableColumn<StaffRegistration>[] = [
  { accessor: 'title', title: r.name, render: (x) => <span className={classes.strong}>{x.title}</span> },
  { accessor: 'applicantName', title: r.applicant },
  { accessor: 'status', title: r.status, render: (x) => <StatusBadge status={x.status} /> },
  {
    accessor: 'statusUpdatedAt',
    title: texts.details.updated,
    render: (x) => formatDateTime(x.statusUpdatedAt),
  },
];

/** Counts per status, and many registrations moved at once. */
export function StatusTab() {
  const params = useListParams();
  const query = useQuery(registrationsQuery(params.page, params.search, params.get('status')));
  useErrorToast(query.error, texts.loadRegistrations, texts.loadRegistrationsText);
  const [kept, setKept] = useState<StaffRegistration[]>([]);
  const [open, setOpen] = useState(false);
  const items = query.data?.items ?? [];
  // What the list has learnt since the selection is what the dialog goes by.
  const selected = kept.map((record) => items.find(({ id }) => id === record.id) ?? record);
  const start = () => (selected.length === 0 ? notify.error(t.none, t.noneText) : setOpen(true));
  const toggle = (record: StaffRegistration) =>
    setKept((now) =>
      now.some(({ id }) => id === record.id) ? now.filter(({ id }) => id !== record.id) : [...now, record],
    );
  return (
    <>
      <StatusOverview />
      <RegistrationFilters params={params}>
        <Button onClick={start}>{t.bulk}</Button>
      </RegistrationFilters>
      <SelectionBar items={items} selected={selected} onChange={setKept} />
      <RecordList
        label={r.label}
        query={query}
        params={params}
        pageSize={STAFF_PAGE_SIZE}
        columns={COLUMNS}
        card={(record) => (
          <SelectableCard
            record={record}
            checked={kept.some(({ id }) => id === record.id)}
            onToggle={() => toggle(record)}
          />
        )}
        selection={{
          records: selected,
          onChange: setKept,
          allLabel: t.selectAll,
          oneLabel: (record) => t.select(record.title),
        }}
        empty={r.empty}
        emptyText={r.emptyText}
        failed={texts.loadRegistrations}
        failedText={texts.loadRegistrationsText}
      />
      <BulkDialog
        opened={open}
        records={selected}
        onClose={() => setOpen(false)}
        onDone={() => setKept([])}
      />
    </>
  );
}

interface SelectionBarProps {
  readonly items: readonly StaffRegistration[];
  readonly selected: readonly StaffRegistration[];
  readonly onChange: (records: StaffRegistration[]) => void;
}

/** How many are selected, the page's select-all for the cards of a phone, and a way to drop the selection. */
function SelectionBar({ items, selected, onChange }: SelectionBarProps) {
  const chosen = new Set(selected.map(({ id }) => id));
  const all = items.length > 0 && items.every(({ id }) => chosen.has(id));
  const some = items.some(({ id }) => chosen.has(id));
  const others = selected.filter((record) => !items.some(({ id }) => id === record.id));
  return (
    <div className={classes.selectionBar}>
      <Checkbox
        className={classes.narrowOnly}
        label={t.selectAll}
        checked={all}
        indeterminate={some && !all}
        onChange={() => onChange(all ? others : [...others, ...items])}
      />
      <span aria-live="polite">{t.selected(selected.length)}</span>
      {selected.length > 0 && (
        <Button size="xs" variant="subtle" onClick={() => onChange([])}>
          {t.clear}
        </Button>
      )}
    </div>
  );
}

interface SelectableCardProps {
  readonly record: StaffRegistration;
  readonly checked: boolean;
  readonly onToggle: () => void;
}

function SelectableCard({ record, checked, onToggle }: SelectableCardProps) {
  return (
    <div className={classes.card}>
      <Checkbox
        aria-label={t.select(record.title)}
        label={<span className={classes.strong}>{record.title}</span>}
        checked={checked}
        onChange={onToggle}
      />
      <span>{record.applicantName}</span>
      <div className={classes.cardHead}>
        <StatusBadge status={record.status} />
        <span className={classes.small}>{formatDateTime(record.statusUpdatedAt)}</span>
      </div>
    </div>
  );
}
