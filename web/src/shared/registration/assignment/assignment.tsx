import type { Operator } from '@g2/gateway/contract/admin';
import { adminCalls } from '@g2/gateway/contract/gen/calls/admin';
import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import { Button, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../../../lib/call.ts';
import { useIntentKey } from '../../../lib/idempotency.ts';
import { fullName, PersonName } from '../../../ui/person-name.tsx';
import { notify } from '../../../ui/toast-store.ts';
import { operatorsQuery, staffPatches, useRegistrationChange } from '../staff-change.ts';
import { texts as t } from './texts.ts';

export function Assignment({ registration }: { registration: StaffRegistration }) {
  return (
    <section className="g2-box px-4 pt-3 pb-4" aria-label={t.assignment}>
      <h3 className="g2-subtitle mb-2">{t.assignment}</h3>
      <AssignmentForm registration={registration} />
    </section>
  );
}

/** Option of a select field for an operator; its label has the number of assigned registrations. */
export const operatorOption = (operator: Operator): { value: string; label: string } => ({
  value: operator.id,
  label: `${fullName(operator)} (${t.assignedCount(operator.assigned)})`,
});

interface AssignmentFormProps {
  readonly registration: StaffRegistration;
  readonly onAssigned?: () => void;
}

/** Form that assigns an unassigned registration to an operator, or removes the assignment (spec §4). */
export function AssignmentForm({ registration, onAssigned }: AssignmentFormProps) {
  return registration.assignedOperatorId === null ? (
    <AssignForm id={registration.id} onAssigned={onAssigned} />
  ) : (
    <UnassignRow registration={registration} />
  );
}

function AssignForm({ id, onAssigned }: { id: string; onAssigned: (() => void) | undefined }) {
  const operators = useQuery(operatorsQuery).data ?? [];
  const [operatorId, setOperatorId] = useState<string | null>(null);
  const [isSubmitted, setSubmitted] = useState(false);
  const intentKey = useIntentKey();
  const assign = useRegistrationChange(
    (body: { operatorId: string }) =>
      intentKey.run(body, (idempotencyKey) =>
        call(adminCalls.assignOperator, { params: { id }, body, idempotencyKey }),
      ),
    {
      onSuccess: () => {
        notify.success(t.assigned);
        onAssigned?.();
      },
      failed: [t.assignFailed, t.assignFailedText],
      optimistic: ({ operatorId: assignedOperatorId }) =>
        staffPatches(id, {
          assignedOperatorId,
          assignedOperator: operators.find((operator) => operator.id === assignedOperatorId) ?? null,
        }),
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (operatorId === null) return setSubmitted(true);
    assign.mutate({ operatorId });
  };
  return (
    <form className="g2-row items-end" onSubmit={submit} noValidate>
      <Select
        className="flex-[1_1_240px]"
        label={t.operator}
        placeholder={t.chooseOperator}
        searchable
        data={operators.map(operatorOption)}
        value={operatorId}
        onChange={setOperatorId}
        error={isSubmitted && operatorId === null && t.chooseOperator}
      />
      <Button type="submit" loading={assign.isPending}>
        {t.assign}
      </Button>
    </form>
  );
}

function UnassignRow({ registration }: { registration: StaffRegistration }) {
  const unassign = useRegistrationChange(
    (id: string) => call(adminCalls.unassignOperator, { params: { id } }),
    {
      onSuccess: () => notify.success(t.unassigned),
      failed: [t.unassignFailed, t.unassignFailedText],
      optimistic: (id) => staffPatches(id, { assignedOperatorId: null, assignedOperator: null }),
    },
  );
  return (
    <div className="g2-spread min-w-0">
      <PersonName person={registration.assignedOperator} placeholder={t.noOperator} />
      <Button
        variant="default"
        size="sm"
        loading={unassign.isPending}
        onClick={() => unassign.mutate(registration.id)}
      >
        {t.unassign}
      </Button>
    </div>
  );
}
