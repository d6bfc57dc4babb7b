import { adminCalls } from '@g2/gateway/contract/gen/calls/admin';
import { NO_OPERATOR } from '@g2/gateway/contract/queue';
import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import { Checkbox, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../../../lib/call.ts';
import { operatorOption } from '../../../shared/registration/assignment/assignment.tsx';
import { operatorsQuery } from '../../../shared/registration/staff-change.ts';
import { DialogForm } from '../../../ui/confirm-dialog.tsx';
import { PersonName } from '../../../ui/person-name.tsx';
import { readRegistration } from '../api.ts';
import { assignRow, type Calls, type Choice, effectOf, isHeldByAnother } from './assignments.ts';
import type { BulkView } from './bulk.ts';
import { BulkModal, SelectedRecords, useBulk } from './bulk-modal.tsx';
import { texts } from './texts.ts';

const t = texts.assign;
const VIEW: BulkView = {
  ...t,
  badge: ({ assignedOperator }) => <PersonName person={assignedOperator} none={t.unassigned} />,
};
const CALLS: Calls = {
  assign: (id, body) => call(adminCalls.assignOperator, { params: { id }, body }),
  unassign: (id, from) => call(adminCalls.unassignOperator, { params: { id }, query: { from } }),
  read: readRegistration,
};

interface AssignDialogProps {
  readonly opened: boolean;
  readonly records: readonly StaffRegistration[];
  readonly onClose: () => void;
  /** Receives the ids of the assigned registrations; the others stay selected. */
  readonly onAssigned: (ids: readonly string[]) => void;
}

/** Assigns the selected registrations to one operator or to none, after showing the current operator of each. */
export function AssignDialog({ opened, records, onClose, onAssigned }: AssignDialogProps) {
  const bulk = useBulk(VIEW, (ids) => {
    onClose();
    onAssigned(ids);
  });
  const start = (allowed: readonly StaffRegistration[], { to }: Choice) =>
    bulk.start(allowed, (row) => assignRow(row, to, CALLS));
  return (
    <BulkModal opened={opened} title={t.title} bulk={bulk}>
      <AssignForm records={records} onStart={start} onClose={onClose} />
    </BulkModal>
  );
}

interface AssignFormProps {
  readonly records: readonly StaffRegistration[];
  readonly onStart: (allowed: readonly StaffRegistration[], choice: Choice) => void;
  readonly onClose: () => void;
}

function AssignForm({ records, onStart, onClose }: AssignFormProps) {
  const [missing, setMissing] = useState(false);
  const [operatorId, setOperatorId] = useState<string | null>(null);
  const [takeOver, setTakeOver] = useState(false);
  const operators = useQuery(operatorsQuery).data ?? [];
  const to = operators.find(({ id }) => id === operatorId) ?? null;
  const choice: Choice | null = to !== null || operatorId === NO_OPERATOR ? { to, takeOver } : null;
  const allowed = choice === null ? [] : records.filter((record) => effectOf(record, choice).isSent);
  const submits = to === null ? t.submitNobody : t.submit;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (choice === null) setMissing(true);
    else if (allowed.length > 0) onStart(allowed, choice);
  };
  return (
    <DialogForm
      onSubmit={submit}
      onCancel={onClose}
      submit={choice === null ? t.unchosen : submits(allowed.length)}
      disabled={choice !== null && allowed.length === 0}
    >
      <Select
        label={t.operator}
        placeholder={t.choose}
        searchable
        data-autofocus
        nothingFoundMessage={t.nobodyFound}
        data={[{ value: NO_OPERATOR, label: t.unassigned }, ...operators.map(operatorOption)]}
        value={operatorId}
        onChange={(value) => {
          setOperatorId(value);
          setMissing(false);
        }}
        error={missing && t.choose}
      />
      {to !== null && records.some((record) => isHeldByAnother(record, to)) && (
        <Checkbox
          label={t.takeOver}
          description={t.takeOverHint}
          checked={takeOver}
          onChange={(event) => setTakeOver(event.currentTarget.checked)}
        />
      )}
      <SelectedRecords
        records={records}
        effectOn={(record) => choice && effectOf(record, choice)}
        badge={VIEW.badge}
      />
      {allowed.length > 0 && <p className="g2-note">{to === null ? t.nobodyEffect : t.effect}</p>}
    </DialogForm>
  );
}
