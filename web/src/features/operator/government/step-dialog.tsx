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
  /** The part of the data that the fields are about. */
  readonly part: 'step' | 'dossier';
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly fields: (form: StepForm['form']) => ReactNode;
}

/**
 * A part of the step's data in a dialog, which closes by itself once it is saved. What was typed stays until then; over an
 * amount, which is not kept, it asks first.
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
  /** It was to be closed over an amount. */
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
        {/* Two buttons: were one to become the other while it is pressed, leaving would be sending. */}
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

/** Who was first, and what they put where one put something else. */
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
