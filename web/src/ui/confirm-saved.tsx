import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import classes from './dialog.module.css';

interface ConfirmSavedProps {
  /** Label of the checkbox, such as the confirmation that the user saved the shown code. */
  readonly kept: string;
  readonly close: string;
  readonly onClose: () => void;
}

/** Last row of a dialog with data that is shown only once: it closes only after the user confirms having saved it. */
export function ConfirmSaved({ kept, close, onClose }: ConfirmSavedProps) {
  const [isSaved, setSaved] = useState(false);
  return (
    <>
      <Checkbox label={kept} checked={isSaved} onChange={(event) => setSaved(event.currentTarget.checked)} />
      <div className={classes.actions}>
        <Button disabled={!isSaved} onClick={onClose}>
          {close}
        </Button>
      </div>
    </>
  );
}
