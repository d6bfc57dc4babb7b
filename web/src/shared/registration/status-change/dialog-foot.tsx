import { Button } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { DialogActions } from '../../../ui/confirm-dialog.tsx';
import dialogClasses from '../../../ui/dialog.module.css';
import type { WantedReason } from './consequences.ts';
import { texts as t } from './texts.ts';

interface DialogFootProps {
  readonly effect?: string | null;
  /** The missing reason that the user must confirm; null if there is no such question. */
  readonly asksForReason: WantedReason | null;
  readonly submit: ReactNode;
  /** Initially focuses the submit button, so that Enter is enough. */
  readonly ready?: boolean;
  /** The status change is no longer allowed. */
  readonly refused?: boolean;
  readonly onCancel: () => void;
}

/** Footer of a status dialog; stays visible while a long dialog is scrolled. */
export function DialogFoot(props: DialogFootProps) {
  const { effect = null, asksForReason, submit, ready = false, refused = false, onCancel } = props;
  return (
    <div className="g2-foot grid gap-2 *:last:mt-0!">
      <p className="m-0 text-sm font-semibold empty:hidden" role="status">
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

/**
 * Asks for confirmation before a status is set without a needed reason.
 * @param missing that reason, or null
 * @returns `asking`, the open question: submitting again confirms it; `mayGoOn`, which otherwise asks the question and
 *   focuses the reason field
 */
export function useAskedReason(missing: WantedReason | null) {
  const [asked, setAsked] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  // Choosing another status or typing a reason removes the question.
  if (asked && missing === null) setAsked(false);
  const mayGoOn = (): boolean => {
    if (missing === null || asked) return true;
    setAsked(true);
    // Center the field, because the sticky footer with the question covers the lower part of the dialog.
    field.current?.focus({ preventScroll: true });
    field.current?.scrollIntoView({ block: 'center' });
    return false;
  };
  return { asking: asked ? missing : null, mayGoOn, field };
}
