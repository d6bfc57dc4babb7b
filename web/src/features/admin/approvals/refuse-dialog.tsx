import { MAX_LENGTH } from '@g2/gateway/contract/common';
import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { DialogActions } from '../../../ui/confirm-dialog.tsx';
import dialogClasses from '../../../ui/dialog.module.css';
import { Modal } from '../../../ui/modal.tsx';
import { texts as t } from './texts.ts';

interface RefuseDialogProps {
  readonly opened: boolean;
  readonly pending: boolean;
  readonly onRefuse: (note: string) => void;
  readonly onClose: () => void;
}

export function RefuseDialog({ opened, pending, onRefuse, onClose }: RefuseDialogProps) {
  const [note, setNote] = useState('');
  return (
    <Modal opened={opened} onClose={onClose} title={t.refusal}>
      <form
        className={dialogClasses.form}
        onSubmit={(event) => {
          event.preventDefault();
          onRefuse(note.trim());
        }}
      >
        <Textarea
          label={t.refusalReason}
          description={t.refusalHint}
          required
          autosize
          minRows={2}
          maxRows={6}
          maxLength={MAX_LENGTH.reason}
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
          data-autofocus
        />
        <DialogActions onCancel={onClose}>
          <Button type="submit" color="red" loading={pending} disabled={note.trim() === ''}>
            {t.refuse}
          </Button>
        </DialogActions>
      </form>
    </Modal>
  );
}
