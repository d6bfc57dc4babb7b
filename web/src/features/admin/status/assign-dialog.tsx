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
import { fetchRegistration } from '../api.ts';
import {
  type AssignmentCalls,
  type AssignmentChoice,
  assignRow,
  effectOf,
  isAssignedToAnother,
} from './assignments.ts';
import type { BulkView } from './bulk.ts';
import { BulkModal, SelectedRegistrations, useBulk } from './bulk-modal.tsx';
import { texts } from './texts.ts';

const t = texts.assign;
const ASSIGNMENT_VIEW: BulkView = {
  ...t,
  badge: ({ assignedOperator }) => <PersonName person={assignedOperator} placeholder={t.unassigned} />,
};
const CALLS: AssignmentCalls = {
  assign: (id, body) => call(adminCalls.assignOperator, { params: { id }, body }),
  unassign: (id, from) => call(adminCalls.unassignOperator, { params: { id }, query: { from } }),
  read: fetchRegistration,
};

interface AssignDialogProps {
  readonly opened: boolean;
  readonly registrations: readonly StaffRegistration[];
  readonly onClose: () => void;
  /** Called with the ids of the assigned registrations; the others stay selected. */
  readonly onAssigned: (ids: readonly string[]) => void;
}

/** Assigns the selected registrations to an operator, or removes their operators. First it shows the effects. */
export function AssignDialog({ opened, registrations, onClose, onAssigned }: AssignDialogProps) {
  const bulk = useBulk(ASSIGNMENT_VIEW, (ids) => {
    onClose();
    onAssigned(ids);
  });
  const start = (allowed: readonly StaffRegistration[], { operator }: AssignmentChoice) =>
    bulk.start(allowed, (row) => assignRow(row, operator, CALLS));
  return (
    <BulkModal opened={opened} title={t.title} bulk={bulk}>
      <AssignForm registrations={registrations} onStart={start} onClose={onClose} />
    </BulkModal>
  );
}

interface AssignFormProps {
  readonly registrations: readonly StaffRegistration[];
  readonly onStart: (allowed: readonly StaffRegistration[], choice: AssignmentChoice) => void;
  readonly onClose: () => void;
}

function AssignForm({ registrations, onStart, onClose }: AssignFormProps) {
  const [isOperatorMissing, setIsOperatorMissing] = useState(false);
  const [operatorId, setOperatorId] = useState<string | null>(null);
  const [reassign, setReassign] = useState(false);
  const operators = useQuery(operatorsQuery).data ?? [];
  const operator = operators.find(({ id }) => id === operatorId) ?? null;
  const choice: AssignmentChoice | null =
    operator !== null || operatorId === NO_OPERATOR ? { operator, reassign } : null;
  const allowed =
    choice === null ? [] : registrations.filter((registration) => effectOf(registration, choice).isSent);
  const canReassign =
    operator !== null && registrations.some((registration) => isAssignedToAnother(registration, operator));
  const submitLabelOf = operator === null ? t.submitUnassign : t.submit;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (choice === null) setIsOperatorMissing(true);
    else if (allowed.length > 0) onStart(allowed, choice);
  };
  return (
    <DialogForm
      onSubmit={submit}
      onCancel={onClose}
      submit={choice === null ? t.submitBeforeChoice : submitLabelOf(allowed.length)}
      disabled={choice !== null && allowed.length === 0}
    >
      <Select
        label={t.operator}
        placeholder={t.choose}
        searchable
        data-autofocus
        nothingFoundMessage={t.operatorNotFound}
        data={[{ value: NO_OPERATOR, label: t.unassigned }, ...operators.map(operatorOption)]}
        value={operatorId}
        onChange={(value) => {
          setOperatorId(value);
          setIsOperatorMissing(false);
        }}
        error={isOperatorMissing && t.choose}
      />
      {canReassign && (
        <Checkbox
          label={t.reassign}
          description={t.reassignHint}
          checked={reassign}
          onChange={(event) => setReassign(event.currentTarget.checked)}
        />
      )}
      <SelectedRegistrations
        registrations={registrations}
        effectOn={(registration) => choice && effectOf(registration, choice)}
        badge={ASSIGNMENT_VIEW.badge}
      />
      {allowed.length > 0 && <p className="g2-note">{operator === null ? t.unassignEffect : t.effect}</p>}
    </DialogForm>
  );
}
