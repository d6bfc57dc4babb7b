import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { formatDateTime } from '../../../lib/format.ts';
import { StatusBadge } from '../../../shared/registration/status-badge.tsx';
import type { Column } from '../../../ui/record-table.tsx';
import { notify } from '../../../ui/toast-store.ts';
import { useSelection } from '../../../ui/use-selection.ts';
import classes from '../admin.module.css';
import {
  APPLICANT_COLUMN,
  Applicant,
  RegistrationList,
  STATUS_COLUMN,
  TITLE_COLUMN,
} from '../registrations/registration-list.tsx';
import { useRegistrationList } from '../registrations/use-registration-list.ts';
import { texts } from '../texts.ts';
import { AssignDialog } from './assign-dialog.tsx';
import { texts as assigning } from './assign-texts.ts';
import { BulkDialog } from './bulk-dialog.tsx';
import { ProtocolsDialog } from './protocols-dialog.tsx';
import { texts as protocols } from './protocols-texts.ts';
import { StatusOverview } from './status-overview.tsx';

const t = texts.status;

const COLUMNS: Column<StaffRegistration>[] = [
  TITLE_COLUMN,
  APPLICANT_COLUMN,
  STATUS_COLUMN,
  {
    accessor: 'statusUpdatedAt',
    title: texts.details.updated,
    sort: 'statusUpdatedAt',
    descendingFirst: true,
    noWrap: true,
    render: (record) => formatDateTime(record.statusUpdatedAt),
  },
];

export function StatusTab() {
  const list = useRegistrationList();
  const selection = useSelection(list.query.data?.items);
  const [open, setOpen] = useState(false);
  const [isAssigning, setAssigning] = useState(false);
  const [byProtocol, setByProtocol] = useState(false);
  const done = (ids: readonly string[]) =>
    selection.set(selection.records.filter(({ id }) => !ids.includes(id)));
  const start = () => (selection.records.length === 0 ? notify.error(t.none, t.noneText) : setOpen(true));
  return (
    <>
      <StatusOverview
        status={list.params.get('status')}
        onPick={(status) => list.params.setFilter('status', status)}
      />
      <RegistrationList
        list={list}
        columns={COLUMNS}
        card={(record) => <Card record={record} />}
        selection={selection}
        selectionActions={
          <>
            <Button size="sm" onClick={start}>
              {t.bulk}
            </Button>
            <Button size="sm" variant="default" onClick={() => setAssigning(true)}>
              {assigning.open}
            </Button>
          </>
        }
        action={
          selection.records.length === 0 && (
            <>
              <Button variant="default" size="sm" onClick={start}>
                {t.bulk}
              </Button>
              <Button variant="default" size="sm" onClick={() => setByProtocol(true)}>
                {protocols.open}
              </Button>
            </>
          )
        }
      />
      <BulkDialog opened={open} records={selection.records} onClose={() => setOpen(false)} onUpdated={done} />
      <AssignDialog
        opened={isAssigning}
        records={selection.records}
        onClose={() => setAssigning(false)}
        onAssigned={done}
      />
      <ProtocolsDialog opened={byProtocol} onClose={() => setByProtocol(false)} />
    </>
  );
}

function Card({ record }: { record: StaffRegistration }) {
  return (
    <div className="g2-tile">
      <span className={classes.strong}>{record.title}</span>
      <Applicant record={record} />
      <div className={classes.cardHead}>
        <StatusBadge status={record.status} />
        <span className="g2-meta">{formatDateTime(record.statusUpdatedAt)}</span>
      </div>
    </div>
  );
}
