import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import type { RegistrationStatus } from '@g2/gateway/contract/status-terms';
import { useForm } from '@mantine/form';
import { useEffect } from 'react';
import { useUser } from '../../../lib/session.ts';
import { useDraft } from '../../../lib/use-draft.ts';
import {
  consequenceOfAll,
  transitionRefusal,
  wantedReason,
} from '../../../shared/registration/status-change/consequences.ts';
import {
  DialogFoot,
  useMissingReasonQuestion,
} from '../../../shared/registration/status-change/dialog-foot.tsx';
import { ReasonAndNotes } from '../../../shared/registration/status-change/reason-and-notes.tsx';
import { parseStatus, StatusChoice } from '../../../shared/registration/status-change/status-choice.tsx';
import dialogClasses from '../../../ui/dialog.module.css';
import { RecoveredNote } from '../../../ui/recovered.tsx';
import type { PlannedEffect } from './bulk.ts';
import {
  BulkModal,
  type BulkStatusChange,
  SelectedRegistrations,
  useBulkStatusChange,
} from './bulk-modal.tsx';
import { partitionByPermission } from './moves.ts';
import { texts as t } from './texts.ts';

interface BulkDialogProps {
  readonly opened: boolean;
  readonly registrations: readonly StaffRegistration[];
  readonly onClose: () => void;
  /** Called with the ids of the updated registrations; the others stay selected. */
  readonly onUpdated: (ids: readonly string[]) => void;
}

/** Changes the selected registrations to one status. It lists what will be sent, and then each outcome. */
export function BulkDialog({ opened, registrations, onClose, onUpdated }: BulkDialogProps) {
  const draft = useBulkDraft();
  const bulk = useBulkStatusChange((ids) => {
    onClose();
    onUpdated(ids);
  });
  const allDone = bulk.rows?.every(({ state }) => state === 'done') ?? false;
  // biome-ignore lint/correctness/useExhaustiveDependencies: clears the draft only when `allDone` changes.
  useEffect(() => {
    if (allDone) draft.clear();
  }, [allDone]);
  return (
    <BulkModal opened={opened} title={t.bulkDialog} bulk={bulk}>
      <BulkForm registrations={registrations} bulk={bulk} onClose={onClose} />
    </BulkModal>
  );
}

/** All selections share one draft, because a text for several registrations belongs to none of them alone. */
const useBulkDraft = () => useDraft('bulk-status', ['reason', 'notes']);

interface BulkFormProps {
  readonly registrations: readonly StaffRegistration[];
  readonly bulk: BulkStatusChange;
  readonly onClose: () => void;
}

function BulkForm({ registrations, bulk, onClose }: BulkFormProps) {
  const userId = useUser()?.id;
  const draft = useBulkDraft();
  const form = useForm({
    initialValues: { status: '', ...draft.initial } as Record<'status' | 'reason' | 'notes', string>,
    onValuesChange: draft.keep,
    validate: { status: (status) => (parseStatus(status) === undefined ? t.invalidStatus : null) },
  });
  const chosenStatus = parseStatus(form.values.status);
  const allowed =
    chosenStatus === undefined ? [] : partitionByPermission(registrations, chosenStatus, userId).allowed;
  const askedReason = useMissingReasonQuestion(
    form.values.reason.trim() === ''
      ? (allowed.map((registration) => wantedReason(registration, chosenStatus)).find(Boolean) ?? null)
      : null,
  );
  const submit = ({ reason, notes }: typeof form.values) => {
    if (chosenStatus !== undefined && askedReason.confirmOrAsk())
      bulk.changeStatus(allowed, { status: chosenStatus, reason, notes });
  };
  // Why no registration may get the status: the common reason, or a general text.
  const refusalOfAll = (status: RegistrationStatus) => {
    const { allowed, refused } = partitionByPermission(registrations, status, userId);
    if (allowed.length > 0) return null;
    const reasons = new Set(refused.map(({ reason }) => reason));
    return reasons.size === 1 ? (refused[0]?.reason ?? null) : t.noneAllowed;
  };
  return (
    <form className={dialogClasses.form} onSubmit={form.onSubmit(submit)} noValidate>
      <StatusChoice
        value={form.values.status}
        error={form.errors.status}
        onChange={(status) => form.setFieldValue('status', status)}
        refusalOf={refusalOfAll}
        noteOf={(status) => {
          const { allowed } = partitionByPermission(registrations, status, userId);
          return t.eligible(allowed.length, registrations.length);
        }}
      />
      <SelectedRegistrations
        registrations={registrations}
        effectOn={(registration) =>
          refusedEffect(
            chosenStatus === undefined ? null : transitionRefusal(registration, chosenStatus, userId),
          )
        }
        badge={bulk.view.badge}
      />
      {draft.recovered && <RecoveredNote onDiscard={() => draft.discard(form)} />}
      <ReasonAndNotes
        reason={form.getInputProps('reason')}
        notes={form.getInputProps('notes')}
        reasonRef={askedReason.reasonField}
      />
      <DialogFoot
        consequence={chosenStatus === undefined ? null : consequenceOfAll(allowed, chosenStatus)}
        missingReason={askedReason.askedReason}
        submitLabel={chosenStatus === undefined ? t.bulkSubmitBeforeChoice : t.bulkSubmit(allowed.length)}
        onCancel={onClose}
      />
    </form>
  );
}

const refusedEffect = (refusal: string | null): PlannedEffect | null =>
  refusal === null ? null : { note: refusal, isSent: false };
