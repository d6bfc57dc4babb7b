import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { DialogActions } from '../../../ui/confirm-dialog.tsx';
import dialogClasses from '../../../ui/dialog.module.css';
import { texts } from '../texts.ts';
import classes from './registrations.module.css';

const t = texts.status;

interface DialogFootProps {
  /** What will be recorded. */
  readonly effect?: string | null;
  /** It was to be recorded without a reason: asked once more. */
  readonly asksForReason: boolean;
  readonly submit: ReactNode;
  readonly onCancel: () => void;
}

/** The end of a status dialog, in sight however long the dialog is. */
export function DialogFoot({ effect = null, asksForReason, submit, onCancel }: DialogFootProps) {
  return (
    <div className={classes.foot}>
      <p className={classes.effect} role="status">
        {effect}
      </p>
      {asksForReason && (
        <p className={dialogClasses.warning} role="alert">
          {t.noReason}
        </p>
      )}
      <DialogActions onCancel={onCancel}>
        <Button type="submit">{asksForReason ? t.withoutReason : submit}</Button>
      </DialogActions>
    </div>
  );
}
