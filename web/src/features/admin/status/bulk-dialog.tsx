import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import type { RegistrationStatus } from '@g2/gateway/contract/statuses';
import { useForm } from '@mantine/form';
import { useEffect } from 'react';
import { useUser } from '../../../lib/session.ts';
import { useDraft } from '../../../lib/use-draft.ts';
import {
  consequenceOfAll,
  wantedReason,
  whyNot,
} from '../../../shared/registration/status-change/consequences.ts';
import { DialogFoot, useAskedReason } from '../../../shared/registration/status-change/dialog-foot.tsx';
import { ReasonAndNotes } from '../../../shared/registration/status-change/reason-and-notes.tsx';
import { chosen, StatusChoice } from '../../../shared/registration/status-change/status-choice.tsx';
import dialogClasses from '../../../ui/dialog.module.css';
import { RecoveredNote } from '../../../ui/recovered.tsx';
import type { Effect } from './bulk.ts';
import { BulkModal, type Moves, SelectedRecords, useMoves } from './bulk-modal.tsx';
import { split } from './moves.ts';
import { texts as t } from './texts.ts';

interface BulkDialogProps {
  readonly opened: boolean;
  readonly records: readonly StaffRegistration[];
  readonly onClose: () => void;
  /** Receives the ids of the updated registrations; the others stay selected. */
  readonly onUpdated: (ids: readonly string[]) => void;
}

/** Moves the selected registrations to one status: lists what will be sent, and then the outcome of each. */
export function BulkDialog({ opened, records, onClose, onUpdated }: BulkDialogProps) {
  const draft = useBulkDraft();
  const bulk = useMoves((ids) => {
    onClose();
    onUpdated(ids);
  });
  const allDone = bulk.rows?.every(({ state }) => state === 'done') ?? false;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once they are.
  useEffect(() => {
    if (allDone) draft.clear();
  }, [allDone]);
  return (
    <BulkModal opened={opened} title={t.bulkDialog} bulk={bulk}>
      <BulkForm records={records} bulk={bulk} onClose={onClose} />
    </BulkModal>
  );
}

/** One draft for every selection: a text written for several records belongs to no single one. */
const useBulkDraft = () => useDraft('bulk-status', ['reason', 'notes']);

interface BulkFormProps {
  readonly records: readonly StaffRegistration[];
  readonly bulk: Moves;
  readonly onClose: () => void;
}

function BulkForm({ records, bulk, onClose }: BulkFormProps) {
  const userId = useUser()?.id;
  const draft = useBulkDraft();
  const form = useForm({
    initialValues: { status: '', ...draft.initial } as Record<'status' | 'reason' | 'notes', string>,
    onValuesChange: draft.keep,
    validate: { status: (status) => (chosen(status) === undefined ? t.invalid : null) },
  });
  const to = chosen(form.values.status);
  const allowed = to === undefined ? [] : split(records, to, userId).allowed;
  const asked = useAskedReason(
    form.values.reason.trim() === ''
      ? (allowed.map((record) => wantedReason(record, to)).find(Boolean) ?? null)
      : null,
  );
  const submit = ({ status, reason, notes }: typeof form.values) => {
    const next = chosen(status);
    if (next !== undefined && asked.mayGoOn())
      bulk.move(split(records, next, userId).allowed, { status: next, reason, notes });
  };
  // Why no row may take a status, if they share one reason; else a general text.
  const refusal = (status: RegistrationStatus) => {
    const { allowed, refused } = split(records, status, userId);
    if (allowed.length > 0) return null;
    const reasons = new Set(refused.map(({ why }) => why));
    return reasons.size === 1 ? (refused[0]?.why ?? null) : t.noneAble;
  };
  return (
    <form className={dialogClasses.form} onSubmit={form.onSubmit(submit)} noValidate>
      <StatusChoice
        value={form.values.status}
        error={form.errors.status}
        onChange={(status) => form.setFieldValue('status', status)}
        refusal={refusal}
        note={(status) => t.eligible(split(records, status, userId).allowed.length, records.length)}
      />
      <SelectedRecords
        records={records}
        effectOn={(record) => refusalOf(to === undefined ? null : whyNot(record, to, userId))}
        badge={bulk.view.badge}
      />
      {draft.recovered && <RecoveredNote onDiscard={() => draft.discard(form)} />}
      <ReasonAndNotes
        reason={form.getInputProps('reason')}
        notes={form.getInputProps('notes')}
        reasonRef={asked.field}
      />
      <DialogFoot
        effect={to === undefined ? null : consequenceOfAll(allowed, to)}
        asksForReason={asked.asking}
        submit={to === undefined ? t.bulkUnchosen : t.bulkSubmit(allowed.length)}
        onCancel={onClose}
      />
    </form>
  );
}

const refusalOf = (why: string | null): Effect | null => (why === null ? null : { note: why, isSent: false });
