import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import classes from './dialog.module.css';

interface KeptActionsProps {
  /** Label of the checkbox, such as the confirmation that the user saved the shown code. */
  readonly kept: string;
  readonly close: string;
  readonly onClose: () => void;
}

/** Last row of a dialog with data that is shown only once: it closes only after the user confirms having saved it. */
export function KeptActions({ kept, close, onClose }: KeptActionsProps) {
  const [isKept, setKept] = useState(false);
  return (
    <>
      <Checkbox label={kept} checked={isKept} onChange={(event) => setKept(event.currentTarget.checked)} />
      <div className={classes.actions}>
        <Button disabled={!isKept} onClick={onClose}>
          {close}
        </Button>
      </div>
    </>
  );
}
