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
import { texts as ui } from '../../../ui/texts.ts';
import { notify } from '../../../ui/toast-store.ts';
import { governmentQuery, useStepMutation } from './api.ts';
import { draftOf, keptStep, recover } from './step-draft.ts';
import { centsOf, dataFrom, lineOf, merged, type StepValues, valuesOf } from './step-values.ts';
import { texts } from './texts.ts';

const t = texts.dialog;

interface StepDialogProps extends Pick<ButtonProps, 'size' | 'variant' | 'leftSection'> {
  readonly id: string;
  /** Which part of the government data the dialog edits. */
  readonly part: 'step' | 'dossier';
  readonly title: string;
  readonly label: (government: Government) => string;
  readonly fields: (form: StepForm, government: Government) => ReactNode;
}

/**
 * Button and dialog that edit part of the government data; nothing without permission. Typed values are kept as a
 * draft; the amount is not, so closing with a typed amount asks for confirmation.
 */
export function StepDialog({ id, part, title, label, fields, ...button }: StepDialogProps) {
  const { data } = useQuery(governmentQuery(id));
  const [opened, setOpened] = useState(false);
  const [touched, setTouched] = useState(false);
  const [asks, setAsks] = useState(false);
  if (data === undefined || !data.canEdit) return null;
  const leave = () => {
    setAsks(false);
    setTouched(false);
    setOpened(false);
  };
  const close = () => (touched ? setAsks(!asks) : leave());
  return (
    <>
      <Button {...button} onClick={() => setOpened(true)}>
        {label(data)}
      </Button>
      <Modal opened={opened} onClose={close} title={title} size={640} closeOnClickOutside={!touched}>
        <DialogForm
          id={id}
          part={part}
          government={data}
          fields={fields}
          asks={asks}
          onTouched={setTouched}
          onCancel={close}
          onLeave={leave}
        />
      </Modal>
    </>
  );
}

interface DialogFormProps extends Pick<StepDialogProps, 'id' | 'part' | 'fields'> {
  readonly government: Government;
  /** The user tried to close the dialog with an unsaved amount. */
  readonly asks: boolean;
  readonly onTouched: (touched: boolean) => void;
  readonly onCancel: () => void;
  readonly onLeave: () => void;
}

function DialogForm({ id, part, government, fields, asks, onTouched, onCancel, onLeave }: DialogFormProps) {
  const step = useStepForm(id, part, government, onLeave);
  const { hasAmount } = step;
  useEffect(() => onTouched(hasAmount), [onTouched, hasAmount]);
  return (
    <form className={dialogClasses.form} onSubmit={step.submit} noValidate aria-busy={step.saving}>
      {step.recovered && (
        <RecoveredNote onDiscard={step.discard} but={step.lostAmount ? t.lostAmount : undefined} />
      )}
      {step.moved !== null && <MovedNote moved={step.moved} />}
      {fields(step.form, government)}
      {step.failure !== null && (
        <p className="g2-failure" role="alert">
          {step.failure}
        </p>
      )}
      {asks && (
        <p className={dialogClasses.warning} role="alert">
          {t.closeTitle}
        </p>
      )}
      <div className={dialogClasses.actions}>
        <Button variant="default" onClick={onCancel}>
          {asks ? t.goOn : ui.cancel}
        </Button>
        {/* Different keys: React must not reuse the "discard" button as "submit" while it is pressed. */}
        {asks ? (
          <Button key="leave" color="red" onClick={onLeave}>
            {t.discard}
          </Button>
        ) : (
          <Button key="save" type="submit" loading={step.saving}>
            {step.moved === null ? t.save : t.saveOver}
          </Button>
        )}
      </div>
    </form>
  );
}

/** Changes that another person saved while this user was typing. */
interface Moved {
  readonly by: string | null;
  readonly at: string | null;
  /** Fields that both changed to different values. */
  readonly clashes: readonly (keyof StepValues)[];
  readonly theirs: StepValues;
}

/** Who saved first, and their values of the fields that the user changed too. */
function MovedNote({ moved: { by, at, clashes, theirs } }: { moved: Moved }) {
  return (
    <div className="g2-warning grid gap-1.5 text-sm" role="alert">
      <p className="m-0">{t.moved(by ?? t.unknownPerson, at === null ? '' : `em ${formatDateTime(at)}`)}</p>
      <p className="m-0">{clashes.length > 0 ? t.clash : t.movedRest}</p>
      {clashes.length > 0 && (
        <ul className="m-0">
          {clashes.map((field) => (
            <li key={field} className="wrap-anywhere">
              <strong>{texts.fields[field === 'gruReais' ? 'gruCents' : field]}</strong> —{' '}
              {t.theirs(lineOf(theirs, field) || texts.history.empty)}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const baseOf = ({ version, data }: Government) => ({ version, values: valuesOf(data) });

/** Form of the government step's data. Typed values are kept as a draft until they are saved. */
function useStepForm(id: string, part: string, government: Government, onSaved: () => void) {
  const [base, setBase] = useState(() => baseOf(government));
  const kept = keptStep(useUser()?.id ?? '', id, part);
  /** The draft of an earlier visit, applied to the current data. */
  const [found] = useState(() => {
    const draft = kept.read();
    return draft && { ...recover(draft, base.values), amount: draft.amount };
  });
  const [recovered, setRecovered] = useState(found !== null);
  const [moved, setMoved] = useState<Moved | null>(() => {
    if (found === null || found.clashes.length === 0) return null;
    const { updatedByName: by, updatedAt: at } = government;
    return { by, at, clashes: found.clashes, theirs: base.values };
  });
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm<StepValues>({
    initialValues: found?.values ?? base.values,
    validate: { gruReais: (typed) => (centsOf(typed) === undefined ? texts.badAmount : null) },
    onValuesChange: (values) => kept.save(draftOf(base.values, values)),
  });
  const discard = () => {
    form.setValues(base.values);
    setRecovered(false);
    setMoved(null);
  };

  /** After a version conflict: merges the saved values of the other person into the typed ones. */
  const takeOver = async (mine: StepValues) => {
    const now = await call(governmentCalls.getGovernment, { params: { id } });
    const theirs = valuesOf(now.data);
    const { values, clashes } = merged(base.values, mine, theirs);
    setBase(baseOf(now));
    form.setValues(values);
    setMoved({ by: now.updatedByName, at: now.updatedAt, clashes, theirs });
  };

  const save = useStepMutation(async (values: StepValues) => {
    setFailure(null);
    try {
      const body = { version: base.version, data: dataFrom(values) };
      await call(governmentCalls.setGovernment, { params: { id }, body });
      // Cleared here and not in a callback of `mutate`, which does not run once the dialog has unmounted.
      kept.clear();
      return true;
    } catch (error) {
      if (error instanceof HttpError && error.code === 'conflict') {
        await takeOver(values);
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
        if (error instanceof HttpError) form.setErrors(fieldsOf(error.fields));
        setFailure(reasonOf(error, t.failed));
      },
    });
  });
  return {
    form,
    submit,
    moved,
    failure,
    saving: save.isPending,
    recovered,
    discard,
    /** An amount was typed on an earlier visit; drafts do not store it. */
    lostAmount: found?.amount ?? false,
    /** An amount is typed that closing the dialog would lose. */
    hasAmount: form.values.gruReais !== base.values.gruReais,
  };
}
export type StepForm = ReturnType<typeof useStepForm>['form'];

/** Maps the gateway's field names (body paths) to the form's field names. */
const fieldsOf = (fields: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, text]) => [
      name.replace(/^data\./, '').replace(/^gruCents$/, 'gruReais'),
      text,
    ]),
  );
