import {
  type CreditAdjustmentAnswer,
  type CreditAdjustmentBody,
  creditAdjustmentForm,
} from '@g2/gateway/contract/admin';
import { MAX_LENGTH } from '@g2/gateway/contract/common';
import type { User } from '@g2/gateway/contract/users';
import { Button, Modal, Select, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { formatCredits } from '../../../lib/format.ts';
import { HttpError, messageOf, request } from '../../../lib/http.ts';
import { useIntentKey } from '../../../lib/idempotency.ts';
import { DialogActions } from '../../../ui/confirm-dialog.tsx';
import dialogClasses from '../../../ui/dialog.module.css';
import { notify } from '../../../ui/toast-store.ts';
import { CREDITS, useAdminMutation } from '../api.ts';
import { texts } from '../users/texts.ts';
import { nameOf } from '../users/user-cells.tsx';
import { DeltaHint } from './delta-hint.tsx';

const t = texts.creditsTab;
const adjusted = texts.creditsDialog;

interface IssueDialogProps {
  readonly opened: boolean;
  /** Chosen beforehand, when the dialog is opened from a user's row. */
  readonly user: User | null;
  readonly users: readonly User[];
  readonly onClose: () => void;
}

export function IssueDialog({ opened, onClose, ...rest }: IssueDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={t.issue} closeButtonProps={{ 'aria-label': 'Fechar' }}>
      {opened && <IssueForm {...rest} onClose={onClose} />}
    </Modal>
  );
}

/** The amount is in hundredths of a credit; what is not numeric counts as 0 (spec §5). */
function IssueForm({ user, users, onClose }: Omit<IssueDialogProps, 'opened'>) {
  const intent = useIntentKey();
  const issue = useAdminMutation(
    'credits',
    (body: CreditAdjustmentBody) =>
      intent.run(body, (idempotencyKey) =>
        request<CreditAdjustmentAnswer>('POST', CREDITS, { body, idempotencyKey }),
      ),
    ({ balance }) => notify.success(adjusted.done, adjusted.doneText(formatCredits(balance))),
  );
  const form = useForm({
    initialValues: { userId: user?.id ?? '', delta: '0', reason: '', referenceType: '', referenceId: '' },
    validate: schemaResolver(creditAdjustmentForm, { sync: true }),
  });
  const submit = (values: typeof form.values) =>
    issue.mutate(creditAdjustmentForm.parse(values), {
      onSuccess: onClose,
      onError: (error) => {
        if (error instanceof HttpError) form.setErrors({ ...error.fields });
        notify.error(adjusted.failed, messageOf(error, adjusted.failedText));
      },
    });
  // Somebody found by a search may be outside the first hundred.
  const choices = user !== null && !users.some(({ id }) => id === user.id) ? [user, ...users] : users;
  return (
    <form className={dialogClasses.form} onSubmit={form.onSubmit(submit)} noValidate>
      <Select
        label={t.user}
        placeholder={t.chooseUser}
        searchable
        data={choices.map((choice) => ({ value: choice.id, label: `${nameOf(choice)} (${choice.email})` }))}
        value={form.values.userId === '' ? null : form.values.userId}
        onChange={(value) => form.setFieldValue('userId', value ?? '')}
        error={form.errors.userId}
      />
      <div>
        <TextInput
          label={t.amount}
          description={t.amountHint}
          autoComplete="off"
          {...form.getInputProps('delta')}
        />
        <DeltaHint delta={form.values.delta} />
      </div>
      <Textarea
        label={t.reason}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={MAX_LENGTH.reason}
        {...form.getInputProps('reason')}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          label={t.referenceType}
          maxLength={MAX_LENGTH.reference}
          {...form.getInputProps('referenceType')}
        />
        <TextInput
          label={t.referenceId}
          maxLength={MAX_LENGTH.reference}
          {...form.getInputProps('referenceId')}
        />
      </SimpleGrid>
      <DialogActions onCancel={onClose}>
        <Button type="submit" loading={issue.isPending}>
          {t.issue}
        </Button>
      </DialogActions>
    </form>
  );
}
