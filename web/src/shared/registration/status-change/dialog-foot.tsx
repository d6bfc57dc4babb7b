import { Button } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { DialogActions } from '../../../ui/confirm-dialog.tsx';
import dialogClasses from '../../../ui/dialog.module.css';
import type { WantedReason } from './consequences.ts';
import { texts as t } from './texts.ts';

interface DialogFootProps {
  /** What the status change does. */
  readonly consequence?: string | null;
  /** If set, asks the user to confirm that this reason is missing. */
  readonly missingReason: WantedReason | null;
  readonly submitLabel: ReactNode;
  /** Focuses the submit button when the dialog opens. */
  readonly focusSubmit?: boolean;
  /** The status change is no longer allowed. */
  readonly isRefused?: boolean;
  readonly onCancel: () => void;
}

/** Footer of a status dialog; stays visible while a long dialog is scrolled. */
export function DialogFoot(props: DialogFootProps) {
  const { consequence = null, missingReason, submitLabel, focusSubmit = false, isRefused = false } = props;
  return (
    <div className="g2-foot grid gap-2 *:last:mt-0!">
      <p className="m-0 text-sm font-semibold empty:hidden" role="status">
        {consequence}
      </p>
      {missingReason !== null && (
        <p className={dialogClasses.warning} role="alert">
          {t.missingReason[missingReason]}
        </p>
      )}
      <DialogActions onCancel={props.onCancel}>
        <Button type="submit" disabled={isRefused} data-autofocus={focusSubmit || undefined}>
          {missingReason === null ? submitLabel : t.submitWithoutReason[missingReason]}
        </Button>
      </DialogActions>
    </div>
  );
}

/**
 * Asks for confirmation before a status is set without a needed reason. Submitting again confirms.
 * @param missingReason the needed reason; null if it is given or none is needed
 * @returns `askedReason`, the reason that the open question is about; `confirmOrAsk`, which returns true if the user
 *   may submit, and otherwise asks the question and focuses the reason field
 */
export function useMissingReasonQuestion(missingReason: WantedReason | null) {
  const [isAsked, setAsked] = useState(false);
  const reasonField = useRef<HTMLTextAreaElement>(null);
  // The question disappears when the user chooses another status or types a reason.
  if (isAsked && missingReason === null) setAsked(false);
  const confirmOrAsk = (): boolean => {
    if (missingReason === null || isAsked) return true;
    setAsked(true);
    // The field is centred, because the sticky footer covers the lower part of the dialog.
    reasonField.current?.focus({ preventScroll: true });
    reasonField.current?.scrollIntoView({ block: 'center' });
    return false;
  };
  return { askedReason: isAsked ? missingReason : null, confirmOrAsk, reasonField };
}
