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
import { passkeysQuery, type ShowCodes, useFactorChange } from './api.ts';
import { texts } from './texts.ts';

const t = texts.passkeys;

type Open = { readonly kind: 'add' } | { readonly kind: 'rename' | 'remove'; readonly passkey: Passkey };

/** @param isOnly the account has no second factor besides its passkeys */
export function PasskeysSection({ isOnly, onCodes }: { isOnly: boolean; onCodes: ShowCodes }) {
  const query = useQuery(passkeysQuery);
  const [open, setOpen] = useState<Open | null>(null);
  const add = useFactorChange(async (name: string) => {
    const { options, flow } = await call(factorCalls.startPasskey);
    return call(factorCalls.addPasskey, { body: { flow, name, response: await createPasskey(options) } });
  });
  const rename = useFactorChange(({ id, name }: { id: string; name: string }) =>
    call(factorCalls.renamePasskey, { params: { id }, body: { name } }),
  );
  const remove = useFactorChange((id: string) => call(factorCalls.removePasskey, { params: { id } }));
  const items = query.data?.items ?? [];
  const close = () => setOpen(null);
  const finish = (done: string) => {
    notify.success(done);
    close();
  };
  const submitNew = (name: string) =>
    add.mutate(name, {
      onSuccess: ({ recoveryCodes }) => {
        finish(t.added);
        if (recoveryCodes) onCodes(recoveryCodes);
      },
      onError: showError,
    });
  const submitName = (name: string, { id }: Passkey) =>
    rename.mutate({ id, name }, { onSuccess: () => finish(t.renamed), onError: showError });
  const confirmRemoval = ({ id }: Passkey) => {
    close();
    remove.mutate(id, { onSuccess: () => notify.success(t.removed), onError: showError });
  };
  return (
    <Panel title={t.title}>
      <Stack>
        <p className="g2-note">{t.lead}</p>
        {failedToLoad(query) && (
          <RetryLine text={texts.failedText} busy={query.isFetching} onRetry={() => void query.refetch()} />
        )}
        {query.data && items.length === 0 && <p className="g2-note">{t.none}</p>}
        {items.length > 0 && (
          <ul className="g2-rows" aria-label={t.list}>
            {items.map((passkey) => (
              <Row key={passkey.id} passkey={passkey} onOpen={(kind) => setOpen({ kind, passkey })} />
            ))}
          </ul>
        )}
        <div>
          {hasPasskeys() ? (
            <Button variant={isOnly ? 'filled' : 'default'} onClick={() => setOpen({ kind: 'add' })}>
              {t.add}
            </Button>
          ) : (
            <p className="g2-note">{t.unsupported}</p>
          )}
        </div>
      </Stack>
      <Modal opened={open?.kind === 'add'} onClose={close} title={t.addTitle}>
        {open?.kind === 'add' && (
          <NameForm submit={t.create} pending={add.isPending} onSubmit={submitNew} onClose={close}>
            <p className={dialogClasses.lead}>{t.addLead}</p>
          </NameForm>
        )}
      </Modal>
      <Modal opened={open?.kind === 'rename'} onClose={close} title={t.renameTitle}>
        {open?.kind === 'rename' && (
          <NameForm
            initial={open.passkey.name}
            submit={t.save}
            pending={rename.isPending}
            onSubmit={(name) => submitName(name, open.passkey)}
            onClose={close}
          />
        )}
      </Modal>
      {open?.kind === 'remove' && (
        <ConfirmDialog
          opened
          title={t.removeTitle}
          confirm={t.removeConfirm}
          danger
          onConfirm={() => confirmRemoval(open.passkey)}
          onClose={close}
        >
          <p>
            {t.removeText(open.passkey.name)} {isOnly && items.length === 1 && t.removeLast}
          </p>
        </ConfirmDialog>
      )}
    </Panel>
  );
}

function Row({ passkey, onOpen }: { passkey: Passkey; onOpen: (kind: 'rename' | 'remove') => void }) {
  const { name, createdAt, lastUsedAt, backedUp } = passkey;
  const facts = [
    t.made(formatDate(createdAt)),
    lastUsedAt === null ? t.unused : t.used(formatDate(lastUsedAt)),
    ...(backedUp ? [t.synced] : []),
  ];
  return (
    <li className="g2-line py-2">
      <IconFingerprint className="text-accent" size={22} aria-hidden />
      <div className="grid flex-1 min-w-0 wrap-anywhere">
        <strong>{name}</strong>
        <span className="g2-meta">{facts.join(' · ')}</span>
      </div>
      <ActionIcon size="lg" aria-label={t.rename(name)} onClick={() => onOpen('rename')}>
        <IconPencil size={19} aria-hidden />
      </ActionIcon>
      <ActionIcon color="red" size="lg" aria-label={t.remove(name)} onClick={() => onOpen('remove')}>
        <IconTrash size={19} aria-hidden />
      </ActionIcon>
    </li>
  );
}

function showError(error: Error): void {
  if (error instanceof PasskeyCancelled) return;
  notify.error(t.failed, error instanceof PasskeyExists ? t.known : reasonOf(error, texts.genericText));
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
  const send = (event: FormEvent) => {
    event.preventDefault();
    onSubmit(name);
  };
  return (
    <DialogForm onSubmit={send} onCancel={onClose} submit={submit} pending={pending}>
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
