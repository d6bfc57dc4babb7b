import { type CreditAdjustmentBody, creditAdjustmentForm } from '@g2/gateway/contract/admin';
import { CREDIT_DELTA_LIMIT, MAX_LENGTH } from '@g2/gateway/contract/constants';
import { adminCalls } from '@g2/gateway/contract/gen/calls/admin';
import type { User } from '@g2/gateway/contract/users';
import { Select, SimpleGrid, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import clsx from 'clsx';
import { call } from '../../../lib/call.ts';
import { formatCredits } from '../../../lib/format.ts';
import { useDraft } from '../../../lib/use-draft.ts';
import { RecoveredNote } from '../../../ui/recovered.tsx';
import { MutationForm, ReasonInput } from '../form.tsx';
import { nameOf } from '../users/user-cells.tsx';
import { DeltaFields, useAdjustment } from './adjustment.tsx';
import { texts as t } from './texts.ts';

/** Fields stored in the draft. The amount is not stored, so that it must be typed again. */
const DRAFT_FIELDS = ['reason', 'referenceType', 'referenceId'] as const;

interface IssueFormProps {
  /** The preselected user when the dialog was opened from a user's row. */
  readonly user: User | null;
  readonly users: readonly User[];
  readonly onClose: () => void;
}

/** Form to issue credits. The amount is in hundredths of a credit; non-numeric text counts as 0 (spec §5). */
export function IssueForm({ user, users, onClose }: IssueFormProps) {
  // A user that only a search found is not among the first hundred in `users`.
  const choices = user !== null && !users.some(({ id }) => id === user.id) ? [user, ...users] : users;
  const draft = useDraft(`credits-issue.${user?.id ?? 'anybody'}`, DRAFT_FIELDS);
  const adjustment = useAdjustment(
    choices,
    (body: CreditAdjustmentBody, idempotencyKey) => call(adminCalls.adjustCredits, { body, idempotencyKey }),
    draft.clear,
  );
  const form = useForm({
    initialValues: { userId: user?.id ?? '', delta: '0', ...draft.initial },
    onValuesChange: draft.keep,
    validate: schemaResolver(creditAdjustmentForm, { sync: true }),
  });
  const selectedUser = choices.find(({ id }) => id === form.values.userId);
  return (
    <MutationForm
      form={form}
      mutation={adjustment}
      bodyOf={(values) => creditAdjustmentForm.parse(values)}
      submit={t.issue}
      onClose={onClose}
    >
      {draft.recovered && <RecoveredNote onDiscard={() => draft.discard(form)} />}
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
        {/* Hidden during the request: `users` already has the new balance, so the preview would be wrong. */}
        {!adjustment.isPending && (
          <BalancePreview balance={selectedUser?.credits ?? null} delta={form.values.delta} />
        )}
      </div>
      <ReasonInput label={t.reason} {...form.getInputProps('reason')} />
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
    </MutationForm>
  );
}

/** Preview of the new balance. The server decides the actual balance. */
function BalancePreview({ balance, delta }: { balance: number | null; delta: string }) {
  const change = Number(delta);
  if (balance === null || delta.trim() === '' || !Number.isInteger(change) || change === 0) return null;
  const newBalance = balance + change;
  return (
    <p className={clsx('g2-note mt-1 tabular-nums', newBalance < 0 && 'text-danger')}>
      {newBalance < 0
        ? t.insufficientBalance
        : t.balanceChange(formatCredits(balance), formatCredits(newBalance))}
    </p>
  );
}
