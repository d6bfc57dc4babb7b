import type { Passkey } from '@g2/gateway/contract/factors';
import { factorCalls } from '@g2/gateway/contract/gen/calls/factors';
import { ActionIcon, Button, Stack, TextInput, Title } from '@mantine/core';
import { IconFingerprint, IconPencil, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { call } from '../../lib/call.ts';
import { failedToLoad, reasonOf } from '../../lib/failures.ts';
import { formatDate } from '../../lib/format.ts';
import { createPasskey, hasPasskeys, PasskeyCancelled, PasskeyExists } from '../../shared/factor/webauthn.ts';
import { ConfirmDialog, DialogActions } from '../../ui/confirm-dialog.tsx';
import dialogClasses from '../../ui/dialog.module.css';
import { Modal } from '../../ui/modal.tsx';
import { RetryLine } from '../../ui/retry-line.tsx';
import { notify } from '../../ui/toast-store.ts';
import { passkeysQuery, useFactorChange } from './api.ts';
import classes from './security.module.css';
import { texts } from './texts.ts';

const t = texts.passkeys;
const NAME_MAX = 60;

interface PasskeysSectionProps {
  /** The account has no second factor besides its passkeys. */
  readonly isOnly: boolean;
  readonly onCodes: (codes: readonly string[]) => void;
}

type Open = { readonly kind: 'add' } | { readonly kind: 'rename' | 'remove'; readonly passkey: Passkey };

export function PasskeysSection({ isOnly, onCodes }: PasskeysSectionProps) {
  const query = useQuery(passkeysQuery);
  const [open, setOpen] = useState<Open | null>(null);
  const remove = useFactorChange((id: string) => call(factorCalls.removePasskey, { params: { id } }));
  const items = query.data?.items ?? [];
  const close = () => setOpen(null);
  const confirmRemoval = ({ id }: Passkey) => {
    close();
    remove.mutate(id, { onSuccess: () => notify.success(t.removed), onError: tell });
  };
  return (
    <section className="g2-panel g2-edge" aria-label={t.title}>
      <Stack gap="md">
        <Title order={2}>{t.title}</Title>
        <p className="g2-note">{t.lead}</p>
        {failedToLoad(query) && (
          <RetryLine text={texts.failedText} busy={query.isFetching} onRetry={() => void query.refetch()} />
        )}
        {query.data && items.length === 0 && <p className="g2-note">{t.none}</p>}
        {items.length > 0 && (
          <ul className="g2-list g2-rows" aria-label={t.list}>
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
      <AddDialog opened={open?.kind === 'add'} onClose={close} onCodes={onCodes} />
      <RenameDialog passkey={open?.kind === 'rename' ? open.passkey : null} onClose={close} />
      {open?.kind === 'remove' && (
        <ConfirmDialog
          opened
          title={t.removeTitle}
          confirm={t.removeConfirm}
          danger
          pending={false}
          onConfirm={() => confirmRemoval(open.passkey)}
          onClose={close}
        >
          <p>
            {t.removeText(open.passkey.name)} {isOnly && items.length === 1 && t.removeLast}
          </p>
        </ConfirmDialog>
      )}
    </section>
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
    <li className={classes.passkey}>
      <IconFingerprint size={22} aria-hidden />
      <div className={classes.passkeyText}>
        <strong>{name}</strong>
        <span className="g2-meta">{facts.join(' · ')}</span>
      </div>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t.rename(name)}
        onClick={() => onOpen('rename')}
      >
        <IconPencil size={19} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="red"
        size="lg"
        aria-label={t.remove(name)}
        onClick={() => onOpen('remove')}
      >
        <IconTrash size={19} aria-hidden />
      </ActionIcon>
    </li>
  );
}

function tell(error: Error): void {
  if (error instanceof PasskeyCancelled) return;
  notify.error(t.failed, error instanceof PasskeyExists ? t.known : reasonOf(error, texts.genericText));
}

interface AddDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onCodes: (codes: readonly string[]) => void;
}

function AddDialog({ opened, onClose, onCodes }: AddDialogProps) {
  const add = useFactorChange(async (name: string) => {
    const { options, flow } = await call(factorCalls.startPasskey);
    return call(factorCalls.addPasskey, { body: { flow, name, response: await createPasskey(options) } });
  });
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

function RenameDialog({ passkey, onClose }: { passkey: Passkey | null; onClose: () => void }) {
  const rename = useFactorChange(({ id, name }: { id: string; name: string }) =>
    call(factorCalls.renamePasskey, { params: { id }, body: { name } }),
  );
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
