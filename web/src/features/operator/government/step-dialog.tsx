import type { Government } from '@g2/gateway/contract/government';
import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { formatDateTime } from '../../../lib/format.ts';
import dialogClasses from '../../../ui/dialog.module.css';
import { Modal } from '../../../ui/modal.tsx';
import { Recovered } from '../../../ui/recovered.tsx';
import { texts as ui } from '../../../ui/texts.ts';
import classes from './government.module.css';
import { lineOf, type StepValues } from './step-values.ts';
import { texts } from './texts.ts';
import { type Moved, type StepForm, useStepForm } from './use-step-form.ts';

const t = texts.dialog;

interface StepDialogProps {
  readonly id: string;
  readonly government: Government;
  readonly title: string;
  /** Which part of the government data the dialog edits. */
  readonly part: 'step' | 'dossier';
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly fields: (form: StepForm['form']) => ReactNode;
}

/**
 * Dialog that edits part of the government data and closes once saved. Typed values are kept as a draft; the amount is
 * not, so closing with a typed amount asks for confirmation.
 */
export function StepDialog({ opened, onClose, title, ...rest }: StepDialogProps) {
  const [touched, setTouched] = useState(false);
  const [asks, setAsks] = useState(false);
  const leave = () => {
    setAsks(false);
    setTouched(false);
    onClose();
  };
  const close = () => (touched ? setAsks(!asks) : leave());
  return (
    <Modal opened={opened} onClose={close} title={title} size={640} closeOnClickOutside={!touched}>
      <StepForms {...rest} asks={asks} onTouched={setTouched} onCancel={close} onLeave={leave} />
    </Modal>
  );
}

interface StepFormsProps extends Pick<StepDialogProps, 'id' | 'government' | 'part' | 'fields'> {
  /** The user tried to close the dialog with an unsaved amount. */
  readonly asks: boolean;
  readonly onTouched: (touched: boolean) => void;
  readonly onCancel: () => void;
  readonly onLeave: () => void;
}

function StepForms({ fields, asks, onTouched, onCancel, onLeave, ...of }: StepFormsProps) {
  const step = useStepForm(of, onLeave);
  const { hasAmount } = step;
  useEffect(() => onTouched(hasAmount), [onTouched, hasAmount]);
  return (
    <form className={dialogClasses.form} onSubmit={step.submit} noValidate aria-busy={step.saving}>
      {step.recovered && (
        <Recovered onDiscard={step.discard} but={step.lostAmount ? t.lostAmount : undefined} />
      )}
      {step.moved !== null && <MovedNote moved={step.moved} />}
      {fields(step.form)}
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

/** Who saved first, and their values of the fields that the user changed too. */
function MovedNote({ moved }: { moved: Moved }) {
  const { by, at, clashes, theirs } = moved;
  return (
    <div className={classes.moved} role="alert">
      <p>{t.moved(by ?? t.somebody, at === null ? '' : `em ${formatDateTime(at)}`)}</p>
      <p>{clashes.length > 0 ? t.clash : t.movedRest}</p>
      {clashes.length > 0 && (
        <ul>
          {clashes.map((field) => (
            <li key={field}>
              <strong>{nameOf(field)}</strong> — {t.theirs(lineOf(theirs, field) || texts.history.empty)}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const nameOf = (field: keyof StepValues): string => texts.fields[field === 'gruReais' ? 'gruCents' : field];
