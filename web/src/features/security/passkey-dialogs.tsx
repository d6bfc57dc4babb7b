import type { Passkey } from '@g2/gateway/contract/factors';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { reasonOf } from '../../lib/failures.ts';
import { PasskeyCancelled, PasskeyKnown } from '../../shared/factor/webauthn.ts';
import { DialogActions } from '../../ui/confirm-dialog.tsx';
import dialogClasses from '../../ui/dialog.module.css';
import { Modal } from '../../ui/modal.tsx';
import { notify } from '../../ui/toast-store.ts';
import { useAddPasskey, useRenamePasskey } from './api.ts';
import { texts } from './texts.ts';

const t = texts.passkeys;
const NAME_MAX = 60;

function tell(error: Error): void {
  if (error instanceof PasskeyCancelled) return;
  notify.error(t.failed, error instanceof PasskeyKnown ? t.known : reasonOf(error, texts.genericText));
}

interface AddDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onCodes: (codes: readonly string[]) => void;
}

/** Asks for a name and then creates the passkey in the browser. */
export function AddDialog({ opened, onClose, onCodes }: AddDialogProps) {
  const add = useAddPasskey();
  const submit = (name: string) =>
    add.mutate(name, {
      onSuccess: ({ recoveryCodes }) => {
        notify.success(t.added);
        onClose();
        if (recoveryCodes) onCodes(recoveryCodes);
      },
      onError: tell,
    });
  return (
    <Modal opened={opened} onClose={onClose} title={t.addTitle}>
      {opened && (
        <NameForm initial="" submit={t.create} pending={add.isPending} onSubmit={submit} onClose={onClose}>
          <p className={dialogClasses.lead}>{t.addLead}</p>
        </NameForm>
      )}
    </Modal>
  );
}

export function RenameDialog({ passkey, onClose }: { passkey: Passkey | null; onClose: () => void }) {
  const rename = useRenamePasskey();
  const submit = (name: string) =>
    passkey &&
    rename.mutate(
      { id: passkey.id, name },
      {
        onSuccess: () => {
          notify.success(t.renamed);
          onClose();
        },
        onError: tell,
      },
    );
  return (
    <Modal opened={passkey !== null} onClose={onClose} title={t.renameTitle}>
      {passkey && (
        <NameForm
          initial={passkey.name}
          submit={t.save}
          pending={rename.isPending}
          onSubmit={submit}
          onClose={onClose}
        />
      )}
    </Modal>
  );
}

interface NameFormProps {
  readonly initial: string;
  readonly submit: string;
  readonly pending: boolean;
  readonly onSubmit: (name: string) => void;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

function NameForm({ initial, submit, pending, onSubmit, onClose, children }: NameFormProps) {
  const [name, setName] = useState(initial);
  const send = (event: FormEvent) => {
    event.preventDefault();
    onSubmit(name);
  };
  return (
    <form className={dialogClasses.form} onSubmit={send} noValidate>
      {children}
      <TextInput
        label={t.name}
        placeholder={t.namePlaceholder}
        maxLength={NAME_MAX}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
      />
      <DialogActions onCancel={onClose}>
        <Button type="submit" loading={pending}>
          {submit}
        </Button>
      </DialogActions>
    </form>
  );
}
