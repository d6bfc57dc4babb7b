import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import { adminRoutes } from '@g2/gateway/contract/routes/admin';
import { Button, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../../../lib/call.ts';
import { useIntentKey } from '../../../lib/idempotency.ts';
import { fullName, PersonName } from '../../../ui/person-name.tsx';
import { notify } from '../../../ui/toast-store.ts';
import classes from '../admin.module.css';
import { ALL_REGISTRATIONS, operatorsQuery, useAdminMutation } from '../api.ts';
import { texts } from '../texts.ts';

const t = texts.details;

/** Who processes the registration: an unassigned one can be assigned, an assigned one unassigned (spec §4). */
export function Assignment({ registration }: { registration: StaffRegistration }) {
  return (
    <section className={classes.assignment} aria-label={t.assignment}>
      <h3 className={classes.assignmentTitle}>{t.assignment}</h3>
      {registration.assignedOperatorId === null ? (
        <Assign id={registration.id} />
      ) : (
        <Unassign registration={registration} />
      )}
    </section>
  );
}

function Assign({ id }: { id: string }) {
  const operators = useQuery(operatorsQuery).data ?? [];
  const [operatorId, setOperatorId] = useState<string | null>(null);
  const [missing, setMissing] = useState(false);
  const intent = useIntentKey();
  const assign = useAdminMutation(
    'registrations',
    (body: { operatorId: string }) =>
      intent.run(body, (idempotencyKey) =>
        call(adminRoutes.assignOperator, { params: { id }, body, idempotencyKey }),
      ),
    {
      onSuccess: () => notify.success(t.assigned),
      failed: [t.assignFailed, t.assignFailedText],
      optimistic: ({ operatorId: chosen }) => ({
        root: ALL_REGISTRATIONS,
        id,
        patch: {
          assignedOperatorId: chosen,
          assignedOperator: operators.find((operator) => operator.id === chosen) ?? null,
        },
      }),
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (operatorId === null) {
      setMissing(true);
      return;
    }
    assign.mutate({ operatorId });
  };
  return (
    <form className={classes.assignForm} onSubmit={submit} noValidate>
      <Select
        className={classes.grow}
        label={t.operator}
        placeholder={t.choose}
        searchable
        data={operators.map((operator) => ({
          value: operator.id,
          label: `${fullName(operator)} (${t.load(operator.assigned)})`,
        }))}
        value={operatorId}
        onChange={(value) => {
          setOperatorId(value);
          setMissing(false);
        }}
        error={missing && t.choose}
      />
      <Button type="submit" loading={assign.isPending}>
        {t.assign}
      </Button>
    </form>
  );
}

function Unassign({ registration }: { registration: StaffRegistration }) {
  const unassign = useAdminMutation(
    'registrations',
    (id: string) => call(adminRoutes.unassignOperator, { params: { id } }),
    {
      onSuccess: () => notify.success(t.unassigned),
      failed: [t.unassignFailed, t.unassignFailedText],
      optimistic: (id) => ({
        root: ALL_REGISTRATIONS,
        id,
        patch: { assignedOperatorId: null, assignedOperator: null },
      }),
    },
  );
  return (
    <div className={classes.cardHead}>
      <PersonName person={registration.assignedOperator} none={texts.registrations.unassigned} />
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
