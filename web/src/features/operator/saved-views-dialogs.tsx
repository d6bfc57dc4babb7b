import { MAX_LENGTH } from '@g2/gateway/contract/common';
import type { CountedQueueView } from '@g2/gateway/contract/queue-views';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { HttpError, reasonOf } from '../../lib/failures.ts';
import { ConfirmDialog, DialogActions } from '../../ui/confirm-dialog.tsx';
import dialogClasses from '../../ui/dialog.module.css';
import { Modal } from '../../ui/modal.tsx';
import { notify } from '../../ui/toast-store.ts';
import { useViewChange } from './saved-views-api.ts';
import { texts as t } from './view-texts.ts';

interface NameDialogProps {
  /** The view to rename, or 'new' to save one. */
  readonly naming: CountedQueueView | 'new' | null;
  /** The query string that a new view stores. */
  readonly query: string;
  readonly onClose: () => void;
}

export function NameDialog({ naming, query, onClose }: NameDialogProps) {
  return (
    <Modal
      opened={naming !== null}
      onClose={onClose}
      title={naming === 'new' || naming === null ? t.save : t.renameTitle}
    >
      {naming !== null && (
        <NameForm view={naming === 'new' ? null : naming} query={query} onClose={onClose} />
      )}
    </Modal>
  );
}

interface NameFormProps {
  readonly view: CountedQueueView | null;
  readonly query: string;
  readonly onClose: () => void;
}

function NameForm({ view, query, onClose }: NameFormProps) {
  const [name, setName] = useState(view?.name ?? '');
  const { mutate, isPending, error } = useViewChange();
  const send = (event: FormEvent) => {
    event.preventDefault();
    mutate(view === null ? { kind: 'save', name, query } : { kind: 'rename', id: view.id, name }, {
      onSuccess: () => {
        notify.success(view === null ? t.saved : t.renamed, name.trim());
        onClose();
      },
    });
  };
  return (
    <form className={dialogClasses.form} onSubmit={send} noValidate>
      {view === null && <p className={dialogClasses.lead}>{t.saveHint}</p>}
      <TextInput
        label={t.name}
        maxLength={MAX_LENGTH.queueViewName}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={error === null ? undefined : whyNot(error)}
        data-autofocus
      />
      <DialogActions onCancel={onClose}>
        <Button type="submit" loading={isPending}>
          {t.confirm}
        </Button>
      </DialogActions>
    </form>
  );
}

const whyNot = (error: Error): string =>
  (error instanceof HttpError && (error.fields.name ?? error.fields.query)) || reasonOf(error, t.failedText);

interface RemoveDialogProps {
  readonly view: CountedQueueView | null;
  readonly onClose: () => void;
}

export function RemoveDialog({ view, onClose }: RemoveDialogProps) {
  const { mutate, isPending } = useViewChange();
  const remove = () =>
    view &&
    mutate(
      { kind: 'remove', id: view.id },
      {
        onSuccess: () => notify.success(t.removed, view.name),
        onError: (error) => notify.error(t.removeFailed, reasonOf(error, t.removeFailedText)),
        onSettled: onClose,
      },
    );
  return (
    <ConfirmDialog
      opened={view !== null}
      title={t.removeTitle}
      confirm={t.remove}
      danger
      pending={isPending}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      <p className={dialogClasses.lead}>{view === null ? '' : t.removeLead(view.name)}</p>
    </ConfirmDialog>
  );
}
