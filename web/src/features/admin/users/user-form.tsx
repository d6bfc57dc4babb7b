import { usersPageCreditForm } from '@g2/gateway/contract/admin';
import { ADMIN_CREDIT_DELTA_LIMIT } from '@g2/gateway/contract/common';
import { adminCalls } from '@g2/gateway/contract/gen/calls/admin';
import type { User } from '@g2/gateway/contract/users';
import { schemaResolver, type UseFormReturnType, useForm } from '@mantine/form';
import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { call } from '../../../lib/call.ts';
import { HttpError } from '../../../lib/failures.ts';
import { formatCredits } from '../../../lib/format.ts';
import { useDraft } from '../../../lib/use-draft.ts';
import { DialogForm } from '../../../ui/confirm-dialog.tsx';
import dialogClasses from '../../../ui/dialog.module.css';
import { RecoveredNote } from '../../../ui/recovered.tsx';
import { notify } from '../../../ui/toast-store.ts';
import { DeltaFields, useAdjustment } from '../credits/adjustment.tsx';
import { ReasonInput } from '../reason-input.tsx';
import { texts } from './texts.ts';
import { nameOf } from './user-cells.tsx';

export interface UserFormProps {
  readonly user: User;
  readonly onClose: () => void;
}

interface FormProps<Values extends Record<string, unknown>, Body> extends Pick<UserFormProps, 'onClose'> {
  readonly form: UseFormReturnType<Values>;
  readonly change: UseMutationResult<unknown, Error, Body, unknown>;
  readonly bodyOf: (values: Values) => Body;
  readonly lead: ReactNode;
  readonly submit: string;
  readonly disabled?: boolean;
  /** Called when validation in the browser fails. */
  readonly onInvalid?: () => void;
  readonly children: ReactNode;
}

/** The form of a dialog about a user. It stays open, with the server's errors at its fields, until it is accepted. */
export function UserForm<Values extends Record<string, unknown>, Body>(props: FormProps<Values, Body>) {
  const { form, change, onClose } = props;
  const send = (values: Values) =>
    change.mutate(props.bodyOf(values), {
      onSuccess: onClose,
      onError: (error) => {
        if (error instanceof HttpError) form.setErrors({ ...error.fields });
      },
    });
  return (
    <DialogForm
      onSubmit={form.onSubmit(send, () => props.onInvalid?.())}
      onCancel={onClose}
      submit={props.submit}
      pending={change.isPending}
      disabled={props.disabled === true}
    >
      <p className={dialogClasses.lead}>{props.lead}</p>
      {props.children}
    </DialogForm>
  );
}

const t = texts.creditsDialog;

type Body = { userId: string; delta: number; reason: string };

/** Adds or removes credits of a user; the delta is in hundredths of a credit (api-rules R6). */
export function CreditsForm({ user, onClose }: UserFormProps) {
  const draft = useDraft(`credits.${user.id}`, ['reason']);
  const adjust = useAdjustment(
    [user],
    (body: Body, idempotencyKey) =>
      call(adminCalls.adjustUserCredits, { params: { id: user.id }, body, idempotencyKey }),
    draft.clear,
  );
  const form = useForm({
    initialValues: { delta: '', ...draft.initial },
    onValuesChange: draft.keep,
    validate: schemaResolver(usersPageCreditForm, { sync: true }),
  });
  return (
    <UserForm
      form={form}
      change={adjust}
      bodyOf={({ delta, reason }) => ({ userId: user.id, delta: Number(delta), reason })}
      lead={
        <>
          <strong>{nameOf(user)}</strong>
          <br />
          {t.balance} <strong>{formatCredits(user.credits)}</strong>
        </>
      }
      submit={t.submit}
      onInvalid={() => notify.error(t.failed, t.required)}
      onClose={onClose}
    >
      <DeltaFields
        label={t.delta}
        description={t.deltaHint}
        limit={ADMIN_CREDIT_DELTA_LIMIT}
        delta={form.values.delta}
        onChange={(delta) => form.setFieldValue('delta', delta)}
        error={form.errors.delta}
      />
      {draft.recovered && <RecoveredNote onDiscard={() => draft.discard(form)} />}
      <ReasonInput label={t.reason} {...form.getInputProps('reason')} />
    </UserForm>
  );
}
