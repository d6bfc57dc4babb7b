import { Button, Checkbox } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import classes from './dialog.module.css';
import { Modal } from './modal.tsx';

interface ShownOnceDialogProps {
  readonly title: string;
  /** Label of the checkbox that confirms that the user has saved the data. */
  readonly savedLabel: string;
  readonly closeLabel: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Dialog with data that is shown only once. It closes only after the user confirms that the data is saved. */
export function ShownOnceDialog({ title, savedLabel, closeLabel, onClose, children }: ShownOnceDialogProps) {
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
          label={savedLabel}
          checked={isSaved}
          onChange={(event) => setSaved(event.currentTarget.checked)}
        />
        <div className={classes.actions}>
          <Button disabled={!isSaved} onClick={onClose}>
            {closeLabel}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
