import { NO_OPERATOR } from '@g2/gateway/contract/queue';
import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import { Button, Checkbox, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { operatorOption } from '../../../shared/registration/assignment/assignment.tsx';
import { operatorsQuery } from '../../../shared/registration/staff-change.ts';
import { DialogActions } from '../../../ui/confirm-dialog.tsx';
import dialogClasses from '../../../ui/dialog.module.css';
import { PersonName } from '../../../ui/person-name.tsx';
import { assignOperator, readRegistration, unassignOperator } from '../api.ts';
import { texts as t } from './assign-texts.ts';
import { assignRow, type Choice, fateOf, isHeldByAnother } from './assignments.ts';
import type { BulkLook } from './bulk.ts';
import { BulkModal } from './bulk-modal.tsx';
import { SelectedRecords } from './bulk-rows.tsx';
import { type Bulk, useBulk } from './use-bulk.ts';

const LOOK: BulkLook = {
  rowStates: {
    waiting: () => t.rowStates.waiting,
    running: () => t.rowStates.running,
    done: () => t.rowStates.done,
  },
  rowFailed: t.rowFailed,
  summary: t.summary,
  progressLabel: t.progressLabel,
  done: t.done,
  doneText: t.doneText,
  failed: t.failed,
  failedText: t.failedText,
  badge: ({ assignedOperator }) => <PersonName person={assignedOperator} none={t.unassigned} />,
};
const CALLS = { assign: assignOperator, unassign: unassignOperator, look: readRegistration };

interface AssignDialogProps {
  readonly opened: boolean;
  readonly records: readonly StaffRegistration[];
  readonly onClose: () => void;
  /** Receives the ids of the assigned registrations; the others stay selected. */
  readonly onAssigned: (ids: readonly string[]) => void;
}

/** Assigns the selected registrations to one operator or to none, after showing the current operator of each. */
export function AssignDialog({ opened, records, onClose, onAssigned }: AssignDialogProps) {
  const leave = (rows: Bulk['rows']) => {
    onClose();
    onAssigned((rows ?? []).filter(({ state }) => state === 'done').map(({ record }) => record.id));
    bulk.reset();
  };
  const bulk = useBulk(LOOK, leave);
  const start = (able: readonly StaffRegistration[], { to }: Choice) =>
    bulk.start(able, (row) => assignRow(row, to, CALLS));
  return (
    <BulkModal opened={opened} title={t.title} bulk={bulk} onClose={() => leave(bulk.rows)}>
      <AssignForm records={records} onStart={start} onClose={onClose} />
    </BulkModal>
  );
}

interface AssignFormProps {
  readonly records: readonly StaffRegistration[];
  readonly onStart: (able: readonly StaffRegistration[], choice: Choice) => void;
  readonly onClose: () => void;
}

function AssignForm({ records, onStart, onClose }: AssignFormProps) {
  const [missing, setMissing] = useState(false);
  const [operatorId, setOperatorId] = useState<string | null>(null);
  const [takeOver, setTakeOver] = useState(false);
  const operators = useQuery(operatorsQuery).data ?? [];
  const to = operators.find(({ id }) => id === operatorId) ?? null;
  const choice: Choice | null = to !== null || operatorId === NO_OPERATOR ? { to, takeOver } : null;
  const able = choice === null ? [] : records.filter((record) => fateOf(record, choice).isSent);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (choice === null) setMissing(true);
    else if (able.length > 0) onStart(able, choice);
  };
  return (
    <form className={dialogClasses.form} onSubmit={submit} noValidate>
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
        fate={(record) => choice && fateOf(record, choice)}
        badge={LOOK.badge}
      />
      {able.length > 0 && <p className="g2-note">{to === null ? t.nobodyEffect : t.effect}</p>}
      <DialogActions onCancel={onClose}>
        <Button type="submit" disabled={choice !== null && able.length === 0}>
          {choice === null ? t.unchosen : to === null ? t.submitNobody(able.length) : t.submit(able.length)}
        </Button>
      </DialogActions>
    </form>
  );
}
