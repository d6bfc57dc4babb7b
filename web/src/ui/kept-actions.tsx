import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import classes from './dialog.module.css';

interface KeptActionsProps {
  /** What is said to be done, such as that it is kept. */
  readonly kept: string;
  readonly close: string;
  readonly onClose: () => void;
}

/** The foot of a dialog that shows something this once: it does not close before somebody says that it is kept. */
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
