import { Button, Checkbox } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import classes from './dialog.module.css';
import { Modal } from './modal.tsx';

interface ShownOnceDialogProps {
  readonly title: string;
  /** Label of the checkbox by which the user confirms having saved the data. */
  readonly kept: string;
  readonly close: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Dialog with data that is shown only once: it closes only after the user confirms having saved it. */
export function ShownOnceDialog({ title, kept, close, onClose, children }: ShownOnceDialogProps) {
  const [isSaved, setSaved] = useState(false);
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
    >
      <div className={classes.form}>
        {children}
        <Checkbox
          label={kept}
          checked={isSaved}
          onChange={(event) => setSaved(event.currentTarget.checked)}
        />
        <div className={classes.actions}>
          <Button disabled={!isSaved} onClick={onClose}>
            {close}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
