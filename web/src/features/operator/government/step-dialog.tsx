import { governmentCalls } from '@g2/gateway/contract/gen/calls/government';
import type { Government } from '@g2/gateway/contract/government';
import { Button, type ButtonProps } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { call } from '../../../lib/call.ts';
import { HttpError, reasonOf } from '../../../lib/failures.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { useUser } from '../../../lib/session.ts';
import dialogClasses from '../../../ui/dialog.module.css';
import { Modal } from '../../../ui/modal.tsx';
import { RecoveredNote } from '../../../ui/recovered.tsx';
import { texts as uiTexts } from '../../../ui/texts.ts';
import { notify } from '../../../ui/toast-store.ts';
import { governmentQuery, useStepMutation } from './api.ts';
import { applyDraft, createDraft, storedStepDraft } from './step-draft.ts';
import {
  displayText,
  mergeChanges,
  parseCents,
  type StepValues,
  toFormValues,
  toRequestData,
} from './step-values.ts';
import { texts } from './texts.ts';

const t = texts.dialog;

interface StepDialogProps extends Pick<ButtonProps, 'size' | 'variant' | 'leftSection'> {
  readonly id: string;
  /** The part of the government data that the dialog edits. */
  readonly part: 'step' | 'dossier';
  readonly title: string;
  readonly label: (government: Government) => string;
  readonly fields: (form: StepForm, government: Government) => ReactNode;
}

/**
 * Button and dialog to edit a part of the government data; renders nothing without permission. Typed values are stored
 * as a draft, except the amount: with an unsaved amount, the dialog asks for confirmation before it closes.
 */
export function StepDialog({ id, part, title, label, fields, ...button }: StepDialogProps) {
  const { data } = useQuery(governmentQuery(id));
  const [opened, setOpened] = useState(false);
  const [hasUnsavedAmount, setHasUnsavedAmount] = useState(false);
  const [isConfirmingClose, setConfirmingClose] = useState(false);
  if (data === undefined || !data.canEdit) return null;
  const closeDialog = () => {
    setConfirmingClose(false);
    setHasUnsavedAmount(false);
    setOpened(false);
  };
  const close = () => (hasUnsavedAmount ? setConfirmingClose(!isConfirmingClose) : closeDialog());
  return (
    <>
      <Button {...button} onClick={() => setOpened(true)}>
        {label(data)}
      </Button>
      <Modal opened={opened} onClose={close} title={title} size={640} closeOnClickOutside={!hasUnsavedAmount}>
        <DialogForm
          id={id}
          part={part}
          government={data}
          fields={fields}
          isConfirmingClose={isConfirmingClose}
          onUnsavedAmount={setHasUnsavedAmount}
          onCancel={close}
          onCloseNow={closeDialog}
        />
      </Modal>
    </>
  );
}

interface DialogFormProps extends Pick<StepDialogProps, 'id' | 'part' | 'fields'> {
  readonly government: Government;
  /** Whether the user tried to close the dialog with an unsaved amount, and is asked to confirm. */
  readonly isConfirmingClose: boolean;
  readonly onUnsavedAmount: (hasUnsavedAmount: boolean) => void;
  /** Closes the dialog; asks first if an amount is unsaved. */
  readonly onCancel: () => void;
  /** Closes the dialog without asking. */
  readonly onCloseNow: () => void;
}

function DialogForm({
  id,
  part,
  government,
  fields,
  isConfirmingClose,
  onUnsavedAmount,
  onCancel,
  onCloseNow,
}: DialogFormProps) {
  const stepForm = useStepForm(id, part, government, onCloseNow);
  const { hasAmount } = stepForm;
  useEffect(() => onUnsavedAmount(hasAmount), [onUnsavedAmount, hasAmount]);
  return (
    <form className={dialogClasses.form} onSubmit={stepForm.submit} noValidate aria-busy={stepForm.saving}>
      {stepForm.recovered && (
        <RecoveredNote
          onDiscard={stepForm.discard}
          notStoredNote={stepForm.isAmountLost ? t.amountNotStored : undefined}
        />
      )}
      {stepForm.concurrentChange !== null && (
        <ConcurrentChangeNote concurrentChange={stepForm.concurrentChange} />
      )}
      {fields(stepForm.form, government)}
      {stepForm.failure !== null && (
        <p className="g2-failure" role="alert">
          {stepForm.failure}
        </p>
      )}
      {isConfirmingClose && (
        <p className={dialogClasses.warning} role="alert">
          {t.confirmClose}
        </p>
      )}
      <div className={dialogClasses.actions}>
        <Button variant="default" onClick={onCancel}>
          {isConfirmingClose ? t.continueEditing : uiTexts.cancel}
        </Button>
        {/* The keys differ, so that React does not turn a button that is being pressed into the other one. */}
        {isConfirmingClose ? (
          <Button key="leave" color="red" onClick={onCloseNow}>
            {t.closeWithoutAmount}
          </Button>
        ) : (
          <Button key="save" type="submit" loading={stepForm.saving}>
            {stepForm.concurrentChange === null ? t.save : t.saveAnyway}
          </Button>
        )}
      </div>
    </form>
  );
}

/** Changes that another person saved while the user was typing. */
interface ConcurrentChange {
  readonly author: string | null;
  readonly at: string | null;
  /** Fields that both people changed to different values. */
  readonly conflicts: readonly (keyof StepValues)[];
  readonly otherValues: StepValues;
}

/** Note that another person saved first; lists that person's values of the fields in conflict. */
function ConcurrentChangeNote({ concurrentChange }: { concurrentChange: ConcurrentChange }) {
  const { author, at, conflicts, otherValues } = concurrentChange;
  const time = at === null ? '' : `em ${formatDateTime(at)}`;
  return (
    <div className="g2-warning grid gap-1.5 text-sm" role="alert">
      <p className="m-0">{t.changedByOther(author ?? t.unknownPerson, time)}</p>
      <p className="m-0">{conflicts.length > 0 ? t.conflictIntro : t.otherFieldsUpdated}</p>
      {conflicts.length > 0 && (
        <ul className="m-0">
          {conflicts.map((field) => (
            <li key={field} className="wrap-anywhere">
              <strong>{texts.fields[field === 'gruReais' ? 'gruCents' : field]}</strong> —{' '}
              {t.otherValue(displayText(otherValues, field) || texts.history.emptyValue)}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const savedState = ({ version, data }: Government) => ({ version, values: toFormValues(data) });

/** State of the form for the government step. Typed values are stored as a draft until they are saved. */
function useStepForm(id: string, part: string, government: Government, onSaved: () => void) {
  const [saved, setSaved] = useState(() => savedState(government));
  const draftStore = storedStepDraft(useUser()?.id ?? '', id, part);
  /** The stored draft, merged into the current data. */
  const [recoveredDraft] = useState(() => {
    const draft = draftStore.read();
    return draft && { ...applyDraft(draft, saved.values), amount: draft.amount };
  });
  const [recovered, setRecovered] = useState(recoveredDraft !== null);
  const [concurrentChange, setConcurrentChange] = useState<ConcurrentChange | null>(() => {
    if (recoveredDraft === null || recoveredDraft.conflicts.length === 0) return null;
    const { updatedByName: author, updatedAt: at } = government;
    return { author, at, conflicts: recoveredDraft.conflicts, otherValues: saved.values };
  });
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm<StepValues>({
    initialValues: recoveredDraft?.values ?? saved.values,
    validate: { gruReais: (text) => (parseCents(text) === undefined ? texts.invalidAmount : null) },
    onValuesChange: (values) => draftStore.save(createDraft(saved.values, values)),
  });
  const discard = () => {
    form.setValues(saved.values);
    setRecovered(false);
    setConcurrentChange(null);
  };

  /** After a version conflict, merges the values that the other person saved into the typed values. */
  const mergeSavedChanges = async (ownValues: StepValues) => {
    const latest = await call(governmentCalls.getGovernment, { params: { id } });
    const otherValues = toFormValues(latest.data);
    const { values, conflicts } = mergeChanges(saved.values, ownValues, otherValues);
    setSaved(savedState(latest));
    form.setValues(values);
    setConcurrentChange({ author: latest.updatedByName, at: latest.updatedAt, conflicts, otherValues });
  };

  const save = useStepMutation(async (values: StepValues) => {
    setFailure(null);
    try {
      const body = { version: saved.version, data: toRequestData(values) };
      await call(governmentCalls.setGovernment, { params: { id }, body });
      // The draft is cleared here, because callbacks of `mutate` do not run after the dialog is unmounted.
      draftStore.clear();
      return true;
    } catch (error) {
      if (error instanceof HttpError && error.code === 'conflict') {
        await mergeSavedChanges(values);
        return false;
      }
      throw error;
    }
  });

  const submit = form.onSubmit((values) => {
    if (save.isPending) return;
    save.mutate(values, {
      onSuccess: (isSaved) => {
        if (!isSaved) return;
        notify.success(t.saved);
        onSaved();
      },
      onError: (error) => {
        if (error instanceof HttpError) form.setErrors(formErrors(error.fields));
        setFailure(reasonOf(error, t.failed));
      },
    });
  });
  return {
    form,
    submit,
    concurrentChange,
    failure,
    saving: save.isPending,
    recovered,
    discard,
    /** Whether the user must type the amount again, because drafts do not store it. */
    isAmountLost: recoveredDraft?.amount ?? false,
    /** Whether the form has an unsaved amount, which would be lost if the dialog closes. */
    hasAmount: form.values.gruReais !== saved.values.gruReais,
  };
}
export type StepForm = ReturnType<typeof useStepForm>['form'];

/** Maps server errors from the gateway's field names (body paths) to the form's field names. */
const formErrors = (fields: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, text]) => [
      name.replace(/^data\./, '').replace(/^gruCents$/, 'gruReais'),
      text,
    ]),
  );
