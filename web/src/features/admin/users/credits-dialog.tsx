import { usersPageCreditForm } from '@g2/gateway/contract/admin';
import { ADMIN_CREDIT_DELTA_LIMIT, MAX_LENGTH } from '@g2/gateway/contract/common';
import { adminRoutes } from '@g2/gateway/contract/routes/admin';
import type { User } from '@g2/gateway/contract/users';
import { Textarea } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { call } from '../../../lib/call.ts';
import { formatCredits } from '../../../lib/format.ts';
import { useIntentKey } from '../../../lib/idempotency.ts';
import { useDraft } from '../../../lib/use-draft.ts';
import { Recovered } from '../../../ui/recovered.tsx';
import { notify } from '../../../ui/toast-store.ts';
import { USERS, useAdminMutation } from '../api.ts';
import { DeltaFields } from '../credits/delta-fields.tsx';
import { texts } from './texts.ts';
import { nameOf } from './user-cells.tsx';
import { UserDialog, type UserDialogProps } from './user-dialog.tsx';
import { UserForm } from './user-form.tsx';

const t = texts.creditsDialog;

/** Adds or removes credits of a user; the delta is in hundredths of a credit (api-rules R6). */
export function CreditsDialog({ user, onClose }: UserDialogProps) {
  return (
    <UserDialog user={user} onClose={onClose} title={t.title}>
      {(shown) => <CreditsForm user={shown} onClose={onClose} />}
    </UserDialog>
  );
}

type Body = { userId: string; delta: number; reason: string };

function CreditsForm({ user, onClose }: { user: User; onClose: () => void }) {
  const intent = useIntentKey();
  const draft = useDraft(`credits.${user.id}`, ['reason']);
  const adjust = useAdminMutation(
    'credits',
    (body: Body) =>
      intent.run(body, (idempotencyKey) =>
        call(adminRoutes.adjustUserCredits, { params: { id: user.id }, body, idempotencyKey }),
      ),
    {
      onSuccess: ({ balance }) => {
        notify.success(t.done, t.doneText(formatCredits(balance)));
        draft.clear();
      },
      failed: [t.failed, t.failedText],
      optimistic: ({ delta }) => ({
        root: USERS,
        id: user.id,
        patch: { credits: user.credits === null ? null : Math.max(0, user.credits + delta) },
      }),
    },
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
      {draft.recovered && <Recovered onDiscard={() => draft.discard(form)} />}
      <Textarea
        label={t.reason}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={MAX_LENGTH.reason}
        {...form.getInputProps('reason')}
      />
    </UserForm>
  );
}
