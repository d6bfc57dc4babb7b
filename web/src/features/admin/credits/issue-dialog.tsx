import { type CreditAdjustmentBody, creditAdjustmentForm } from '@g2/gateway/contract/admin';
import { CREDIT_DELTA_LIMIT, MAX_LENGTH } from '@g2/gateway/contract/common';
import { adminRoutes } from '@g2/gateway/contract/routes/admin';
import type { User } from '@g2/gateway/contract/users';
import { Button, Select, SimpleGrid, Textarea, TextInput, type TextInputProps } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { call } from '../../../lib/call.ts';
import { HttpError } from '../../../lib/failures.ts';
import { formatCredits } from '../../../lib/format.ts';
import { useIntentKey } from '../../../lib/idempotency.ts';
import { useDraft } from '../../../lib/use-draft.ts';
import { DialogActions } from '../../../ui/confirm-dialog.tsx';
import dialogClasses from '../../../ui/dialog.module.css';
import { Modal } from '../../../ui/modal.tsx';
import { Recovered } from '../../../ui/recovered.tsx';
import { notify } from '../../../ui/toast-store.ts';
import { USERS, useAdminMutation } from '../api.ts';
import { texts as usersTexts } from '../users/texts.ts';
import { nameOf } from '../users/user-cells.tsx';
import classes from './credits.module.css';
import { DeltaFields } from './delta-fields.tsx';
import { texts as t } from './texts.ts';

const adjusted = usersTexts.creditsDialog;
/** Fields kept in the draft. The amount is not kept, so that it must be typed again. */
const TEXTS = ['reason', 'referenceType', 'referenceId'] as const;

interface IssueDialogProps {
  readonly opened: boolean;
  /** The preselected user when the dialog was opened from a user's row. */
  readonly user: User | null;
  readonly users: readonly User[];
  readonly onClose: () => void;
}

export function IssueDialog({ opened, onClose, ...rest }: IssueDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={t.issue}>
      {opened && <IssueForm {...rest} onClose={onClose} />}
    </Modal>
  );
}

/** Issues credits with an optimistic update of the list, which is reverted when the server refuses. */
function useIssue(users: readonly User[], onIssued: () => void) {
  const intent = useIntentKey();
  return useAdminMutation(
    'credits',
    (body: CreditAdjustmentBody) =>
      intent.run(body, (idempotencyKey) => call(adminRoutes.adjustCredits, { body, idempotencyKey })),
    {
      onSuccess: ({ balance }) => {
        notify.success(adjusted.done, adjusted.doneText(formatCredits(balance)));
        onIssued();
      },
      failed: [adjusted.failed, adjusted.failedText],
      optimistic: ({ userId, delta }) => {
        const before = users.find(({ id }) => id === userId)?.credits ?? null;
        const credits = before === null ? null : Math.max(0, before + delta);
        return { root: USERS, id: userId, patch: { credits } };
      },
    },
  );
}

/** The amount is in hundredths of a credit; non-numeric text counts as 0 (spec §5). */
function IssueForm({ user, users, onClose }: Omit<IssueDialogProps, 'opened'>) {
  // A user found by a search may not be among the first hundred.
  const choices = user !== null && !users.some(({ id }) => id === user.id) ? [user, ...users] : users;
  const draft = useDraft(`credits-issue.${user?.id ?? 'anybody'}`, TEXTS);
  const issue = useIssue(choices, draft.clear);
  const form = useForm({
    initialValues: { userId: user?.id ?? '', delta: '0', ...draft.initial },
    onValuesChange: draft.keep,
    validate: schemaResolver(creditAdjustmentForm, { sync: true }),
  });
  const submit = (values: typeof form.values) =>
    issue.mutate(creditAdjustmentForm.parse(values), {
      onSuccess: onClose,
      onError: (error) => {
        if (error instanceof HttpError) form.setErrors({ ...error.fields });
      },
    });
  const chosen = choices.find(({ id }) => id === form.values.userId);
  return (
    <form className={dialogClasses.form} onSubmit={form.onSubmit(submit)} noValidate>
      {draft.recovered && <Recovered onDiscard={() => draft.discard(form)} />}
      <Select
        label={t.user}
        placeholder={t.chooseUser}
        nothingFoundMessage={t.noUser}
        searchable
        data={choices.map((choice) => ({ value: choice.id, label: `${nameOf(choice)} (${choice.email})` }))}
        value={form.values.userId === '' ? null : form.values.userId}
        onChange={(value) => form.setFieldValue('userId', value ?? '')}
        error={form.errors.userId}
      />
      <div>
        <DeltaFields
          label={t.amount}
          description={t.amountHint}
          limit={CREDIT_DELTA_LIMIT}
          delta={form.values.delta}
          onChange={(delta) => form.setFieldValue('delta', delta)}
          error={form.errors.delta}
        />
        {/* While the request runs, the list already shows the new balance, so the preview would be wrong. */}
        {!issue.isPending && <Preview balance={chosen?.credits ?? null} delta={form.values.delta} />}
      </div>
      <Textarea
        label={t.reason}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={MAX_LENGTH.reason}
        {...form.getInputProps('reason')}
      />
      <Reference type={form.getInputProps('referenceType')} id={form.getInputProps('referenceId')} />
      <DialogActions onCancel={onClose}>
        <Button type="submit" loading={issue.isPending}>
          {t.issue}
        </Button>
      </DialogActions>
    </form>
  );
}

/** Optional reference of the credits, such as a ticket. */
function Reference({ type, id }: Record<'type' | 'id', TextInputProps>) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <TextInput label={t.referenceType} maxLength={MAX_LENGTH.reference} {...type} />
      <TextInput label={t.referenceId} maxLength={MAX_LENGTH.reference} {...id} />
    </SimpleGrid>
  );
}

/** Preview of the new balance; the server decides the actual one. */
function Preview({ balance, delta }: { balance: number | null; delta: string }) {
  const change = Number(delta);
  if (balance === null || delta.trim() === '' || !Number.isInteger(change) || change === 0) return null;
  const after = balance + change;
  return (
    <p className={classes.preview} data-negative={after < 0 || undefined}>
      {after < 0 ? t.negative : t.change(formatCredits(balance), formatCredits(after))}
    </p>
  );
}
