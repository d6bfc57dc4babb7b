import { Button } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { DialogActions } from '../../../ui/confirm-dialog.tsx';
import dialogClasses from '../../../ui/dialog.module.css';
import type { WantedReason } from './consequences.ts';
import classes from './status-change.module.css';
import { texts as t } from './texts.ts';

interface DialogFootProps {
  /** What will be recorded. */
  readonly effect?: string | null;
  /** It was to be recorded without a reason that somebody needs: asked once more. */
  readonly asksForReason: WantedReason | null;
  readonly submit: ReactNode;
  /** Enter is enough: the focus begins on the button. */
  readonly ready?: boolean;
  /** It cannot be done any more. */
  readonly refused?: boolean;
  readonly onCancel: () => void;
}

/** The end of a status dialog, in sight however long the dialog is. */
export function DialogFoot(props: DialogFootProps) {
  const { effect = null, asksForReason, submit, ready = false, refused = false, onCancel } = props;
  return (
    <div className={classes.foot}>
      <p className={classes.effect} role="status">
        {effect}
      </p>
      {asksForReason !== null && (
        <p className={dialogClasses.warning} role="alert">
          {t.noReason[asksForReason]}
        </p>
      )}
      <DialogActions onCancel={onCancel}>
        <Button type="submit" disabled={refused} data-autofocus={ready || undefined}>
          {asksForReason === null ? submit : t.withoutReason[asksForReason]}
        </Button>
      </DialogActions>
    </div>
  );
}

interface AskedReason {
  /** The question stands there: submitting now is the answer. */
  readonly asking: WantedReason | null;
  /** True when one may go on; else the question is put, and the field of the reason has the focus. */
  readonly mayGoOn: () => boolean;
  readonly field: React.RefObject<HTMLTextAreaElement | null>;
}

/** Asks once more before a status is set without a reason that somebody needs; `missing` says whose, if any. */
export function useAskedReason(missing: WantedReason | null): AskedReason {
  const [asked, setAsked] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  // Another status or a reason withdraws the question.
  if (asked && missing === null) setAsked(false);
  return {
    asking: asked ? missing : null,
    mayGoOn: () => {
      if (missing === null || asked) return true;
      setAsked(true);
      // The question stands at the foot of the dialog, which covers what is merely in sight.
      field.current?.focus({ preventScroll: true });
      field.current?.scrollIntoView({ block: 'center' });
      return false;
    },
    field,
  };
}
