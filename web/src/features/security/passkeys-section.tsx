import type { Passkey } from '@g2/gateway/contract/factors';
import { factorCalls } from '@g2/gateway/contract/gen/calls/factors';
import { ActionIcon, Button, Stack, TextInput } from '@mantine/core';
import { IconFingerprint, IconPencil, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { call } from '../../lib/call.ts';
import { failedToLoad, reasonOf } from '../../lib/failures.ts';
import { formatDate } from '../../lib/format.ts';
import { createPasskey, hasPasskeys, PasskeyCancelled, PasskeyExists } from '../../shared/factor/webauthn.ts';
import { ConfirmDialog, DialogForm } from '../../ui/confirm-dialog.tsx';
import dialogClasses from '../../ui/dialog.module.css';
import { Panel } from '../../ui/facts.tsx';
import { Modal } from '../../ui/modal.tsx';
import { RetryLine } from '../../ui/retry-line.tsx';
import { notify } from '../../ui/toast-store.ts';
import { passkeysQuery, type ShowRecoveryCodes, useFactorChange } from './api.ts';
import { texts } from './texts.ts';

const t = texts.passkeys;

type OpenDialog =
  | { readonly kind: 'add' }
  | { readonly kind: 'rename' | 'remove'; readonly passkey: Passkey };

/** @param isOnlyFactor whether the account has no second factor other than passkeys */
export function PasskeysSection({
  isOnlyFactor,
  onCodes,
}: {
  isOnlyFactor: boolean;
  onCodes: ShowRecoveryCodes;
}) {
  const query = useQuery(passkeysQuery);
  const [openDialog, setOpenDialog] = useState<OpenDialog | null>(null);
  const addMutation = useFactorChange(async (name: string) => {
    const { options, flow } = await call(factorCalls.startPasskey);
    return call(factorCalls.addPasskey, { body: { flow, name, response: await createPasskey(options) } });
  });
  const renameMutation = useFactorChange(({ id, name }: { id: string; name: string }) =>
    call(factorCalls.renamePasskey, { params: { id }, body: { name } }),
  );
  const removeMutation = useFactorChange((id: string) => call(factorCalls.removePasskey, { params: { id } }));
  const passkeys = query.data?.items ?? [];
  const close = () => setOpenDialog(null);
  const notifyAndClose = (successText: string) => {
    notify.success(successText);
    close();
  };
  const submitNew = (name: string) =>
    addMutation.mutate(name, {
      onSuccess: ({ recoveryCodes }) => {
        notifyAndClose(t.added);
        if (recoveryCodes) onCodes(recoveryCodes);
      },
      onError: showError,
    });
  const submitName = (name: string, { id }: Passkey) =>
    renameMutation.mutate({ id, name }, { onSuccess: () => notifyAndClose(t.renamed), onError: showError });
  const confirmRemoval = ({ id }: Passkey) => {
    close();
    removeMutation.mutate(id, { onSuccess: () => notify.success(t.removed), onError: showError });
  };
  return (
    <Panel title={t.title}>
      <Stack>
        <p className="g2-note">{t.lead}</p>
        {failedToLoad(query) && (
          <RetryLine text={texts.loadFailed} busy={query.isFetching} onRetry={() => void query.refetch()} />
        )}
        {query.data && passkeys.length === 0 && <p className="g2-note">{t.noPasskeys}</p>}
        {passkeys.length > 0 && (
          <ul className="g2-rows" aria-label={t.listLabel}>
            {passkeys.map((passkey) => (
              <PasskeyItem
                key={passkey.id}
                passkey={passkey}
                onOpen={(kind) => setOpenDialog({ kind, passkey })}
              />
            ))}
          </ul>
        )}
        <div>
          {hasPasskeys() ? (
            <Button
              variant={isOnlyFactor ? 'filled' : 'default'}
              onClick={() => setOpenDialog({ kind: 'add' })}
            >
              {t.addPasskey}
            </Button>
          ) : (
            <p className="g2-note">{t.unsupported}</p>
          )}
        </div>
      </Stack>
      <Modal opened={openDialog?.kind === 'add'} onClose={close} title={t.addTitle}>
        {openDialog?.kind === 'add' && (
          <NameForm submit={t.create} pending={addMutation.isPending} onSubmit={submitNew} onClose={close}>
            <p className={dialogClasses.lead}>{t.addLead}</p>
          </NameForm>
        )}
      </Modal>
      <Modal opened={openDialog?.kind === 'rename'} onClose={close} title={t.renameTitle}>
        {openDialog?.kind === 'rename' && (
          <NameForm
            initial={openDialog.passkey.name}
            submit={t.save}
            pending={renameMutation.isPending}
            onSubmit={(name) => submitName(name, openDialog.passkey)}
            onClose={close}
          />
        )}
      </Modal>
      {openDialog?.kind === 'remove' && (
        <ConfirmDialog
          opened
          title={t.removeTitle}
          confirm={t.removeConfirm}
          danger
          onConfirm={() => confirmRemoval(openDialog.passkey)}
          onClose={close}
        >
          <p>
            {t.removeText(openDialog.passkey.name)}{' '}
            {isOnlyFactor && passkeys.length === 1 && t.removeLastHint}
          </p>
        </ConfirmDialog>
      )}
    </Panel>
  );
}

function PasskeyItem({ passkey, onOpen }: { passkey: Passkey; onOpen: (kind: 'rename' | 'remove') => void }) {
  const { name, createdAt, lastUsedAt, backedUp } = passkey;
  const details = [
    t.createdOn(formatDate(createdAt)),
    lastUsedAt === null ? t.neverUsed : t.lastUsedOn(formatDate(lastUsedAt)),
    ...(backedUp ? [t.synced] : []),
  ];
  return (
    <li className="g2-line py-2">
      <IconFingerprint className="text-accent" size={22} aria-hidden />
      <div className="grid flex-1 min-w-0 wrap-anywhere">
        <strong>{name}</strong>
        <span className="g2-meta">{details.join(' · ')}</span>
      </div>
      <ActionIcon size="lg" aria-label={t.renameLabel(name)} onClick={() => onOpen('rename')}>
        <IconPencil size={19} aria-hidden />
      </ActionIcon>
      <ActionIcon color="red" size="lg" aria-label={t.removeLabel(name)} onClick={() => onOpen('remove')}>
        <IconTrash size={19} aria-hidden />
      </ActionIcon>
    </li>
  );
}

function showError(error: Error): void {
  if (error instanceof PasskeyCancelled) return;
  const isExisting = error instanceof PasskeyExists;
  notify.error(t.errorTitle, isExisting ? t.alreadyOnDevice : reasonOf(error, texts.requestFailed));
}

interface NameFormProps {
  readonly initial?: string;
  readonly submit: string;
  readonly pending: boolean;
  readonly onSubmit: (name: string) => void;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

function NameForm({ initial = '', submit, pending, onSubmit, onClose, children }: NameFormProps) {
  const [name, setName] = useState(initial);
  const submitForm = (event: FormEvent) => {
    event.preventDefault();
    onSubmit(name);
  };
  return (
    <DialogForm onSubmit={submitForm} onCancel={onClose} submit={submit} pending={pending}>
      {children}
      <TextInput
        label={t.name}
        placeholder={t.namePlaceholder}
        maxLength={60}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
      />
    </DialogForm>
  );
}
