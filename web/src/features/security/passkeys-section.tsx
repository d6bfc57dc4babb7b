import type { Passkey } from '@g2/gateway/contract/factors';
import { ActionIcon, Button, Stack, Title } from '@mantine/core';
import { IconFingerprint, IconPencil, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { failedToLoad, reasonOf } from '../../lib/failures.ts';
import { formatDate } from '../../lib/format.ts';
import { hasPasskeys } from '../../shared/factor/webauthn.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { RetryLine } from '../../ui/retry-line.tsx';
import { notify } from '../../ui/toast-store.ts';
import { passkeysQuery, useRemovePasskey } from './api.ts';
import { AddDialog, RenameDialog } from './passkey-dialogs.tsx';
import classes from './security.module.css';
import { texts } from './texts.ts';

const t = texts.passkeys;

interface PasskeysSectionProps {
  /** The account has no second factor besides its passkeys. */
  readonly isOnly: boolean;
  readonly onCodes: (codes: readonly string[]) => void;
}

type Open = { readonly kind: 'add' } | { readonly kind: 'rename' | 'remove'; readonly passkey: Passkey };

export function PasskeysSection({ isOnly, onCodes }: PasskeysSectionProps) {
  const query = useQuery(passkeysQuery);
  const [open, setOpen] = useState<Open | null>(null);
  const remove = useRemovePasskey();
  const items = query.data?.items ?? [];
  const close = () => setOpen(null);
  const confirmRemoval = ({ id }: Passkey) => {
    close();
    remove.mutate(id, {
      onSuccess: () => notify.success(t.removed),
      onError: (error) => notify.error(t.failed, reasonOf(error, texts.genericText)),
    });
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
