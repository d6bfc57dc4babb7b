import { Button } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import classes from './dialog.module.css';
import { Modal } from './modal.tsx';
import { texts as t } from './texts.ts';

interface ConfirmDialogProps {
  readonly opened: boolean;
  readonly title: string;
  /** Label of the confirm button. */
  readonly confirm: string;
  /** Shows the confirm button in red. */
  readonly danger?: boolean;
  readonly pending?: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  return (
    <Modal opened={props.opened} onClose={props.onClose} title={props.title}>
      {props.children}
      <DialogActions onCancel={props.onClose}>
        <Button
          {...(props.danger && { color: 'red' })}
          loading={props.pending ?? false}
          onClick={props.onConfirm}
        >
          {props.confirm}
        </Button>
      </DialogActions>
    </Modal>
  );
}

/** Last row of a dialog: the cancel button, then the buttons of `children`. */
export function DialogActions({ onCancel, children }: { onCancel: () => void; children: ReactNode }) {
  return (
    <div className={classes.actions}>
      <Button variant="default" onClick={onCancel}>
        {t.cancel}
      </Button>
      {children}
    </div>
  );
}

interface DialogFormProps {
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  readonly onCancel: () => void;
  /** Label of the submit button. */
  readonly submit: string;
  readonly pending?: boolean;
  readonly disabled?: boolean;
  readonly danger?: boolean;
  readonly children: ReactNode;
}

/** A form in a dialog; its last row has the buttons to cancel and to submit. */
export function DialogForm(props: DialogFormProps) {
  const { pending = false, disabled = false, danger = false } = props;
  return (
    <form className={classes.form} onSubmit={props.onSubmit} noValidate>
      {props.children}
      <DialogActions onCancel={props.onCancel}>
        <Button type="submit" {...(danger && { color: 'red' })} loading={pending} disabled={disabled}>
          {props.submit}
        </Button>
      </DialogActions>
    </form>
  );
}
