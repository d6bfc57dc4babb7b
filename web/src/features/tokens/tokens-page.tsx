import '../../ui/mantine-forms.ts';
import { type ApiToken, type CreatedApiToken, MAX_API_TOKENS } from '@g2/gateway/contract/api-tokens';
import { Button, Stack, Title } from '@mantine/core';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { failedToLoad, reasonOf } from '../../lib/failures.ts';
import { formatDate, formatDateTime } from '../../lib/format.ts';
import { useNow } from '../../lib/use-now.ts';
import { CodeBlock } from '../../ui/code-block.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ConfirmSaved } from '../../ui/confirm-saved.tsx';
import dialogClasses from '../../ui/dialog.module.css';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Page } from '../../ui/page.tsx';
import { RetryLine } from '../../ui/retry-line.tsx';
import { PageSpinner } from '../../ui/spinner.tsx';
import { notify } from '../../ui/toast-store.ts';
import { tokensQuery, useRevokeToken } from './api.ts';
import { CreateDialog } from './create-dialog.tsx';
import { exampleCommands, loginCommand, texts as t } from './texts.ts';
import classes from './tokens.module.css';

/** The API tokens of the account. @param nav links to the other account pages */
export function TokensPage({ nav }: { nav: ReactNode }) {
  const [isCreating, setCreating] = useState(false);
  const [newToken, setNewToken] = useState<CreatedApiToken | null>(null);
  return (
    <Page title={t.title} lead={t.lead} narrow>
      <Stack gap="xl">
        {nav}
        <TokenSection onCreate={() => setCreating(true)} />
        <CommandLineSection />
      </Stack>
      {isCreating && (
        <CreateDialog
          onClose={() => setCreating(false)}
          onCreated={(token) => {
            setCreating(false);
            setNewToken(token);
          }}
        />
      )}
      {newToken && <NewTokenDialog token={newToken} onClose={() => setNewToken(null)} />}
    </Page>
  );
}

function TokenSection({ onCreate }: { onCreate: () => void }) {
  const tokens = useQuery(tokensQuery);
  if (failedToLoad(tokens)) {
    return <RetryLine text={t.notLoaded} busy={tokens.isFetching} onRetry={() => void tokens.refetch()} />;
  }
  if (tokens.data === undefined) return <PageSpinner />;
  const { items, total } = tokens.data;
  const isFull = total >= MAX_API_TOKENS;
  const create = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} disabled={isFull} onClick={onCreate}>
      {t.create}
    </Button>
  );
  if (items.length === 0) {
    return (
      <EmptyState title={t.none.title} text={t.none.text} icon={<IconKey size={26} aria-hidden />}>
        {create}
      </EmptyState>
    );
  }
  return (
    <>
      <TokenList items={items} />
      <div className="g2-spread">
        <p className="g2-note">{isFull && t.full(MAX_API_TOKENS)}</p>
        {create}
      </div>
    </>
  );
}

function TokenList({ items }: { items: readonly ApiToken[] }) {
  const [revoking, setRevoking] = useState<ApiToken | null>(null);
  const revoke = useRevokeToken();
  const confirm = ({ id }: ApiToken) =>
    revoke.mutate(id, {
      onSuccess: () => notify.success(t.revoke.done),
      onError: (error) => notify.error(t.failed, reasonOf(error, t.failedText)),
      onSettled: () => setRevoking(null),
    });
  return (
    <>
      <ul className={`g2-panel g2-list g2-rows ${classes.list}`} aria-label={t.list}>
        {items.map((token) => (
          <TokenItem
            key={token.id}
            token={token}
            isBusy={revoke.isPending && revoke.variables === token.id}
            onRevoke={() => setRevoking(token)}
          />
        ))}
      </ul>
      {revoking && (
        <ConfirmDialog
          opened
          title={t.revoke.title}
          confirm={t.revoke.confirm}
          danger
          pending={revoke.isPending}
          onConfirm={() => confirm(revoking)}
          onClose={() => setRevoking(null)}
        >
          <p>{t.revoke.text(revoking.name)}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

const CommandLineSection = () => (
  <section className="g2-panel g2-edge" aria-label={t.cli.title}>
    <Stack gap="md">
      <Title order={2}>{t.cli.title}</Title>
      <p className="g2-note">{t.cli.lead}</p>
      <CodeBlock label={t.cli.code} code={exampleCommands(window.location.origin)} />
      <p className="g2-note">{t.cli.text}</p>
      <p className="g2-note">
        <Link to="/desenvolvedores" className="g2-link g2-link-alone">
          {t.cli.guide}
        </Link>
      </p>
      <p className="g2-note">
        {t.cli.api}{' '}
        <Link to="/desenvolvedores/api" className="g2-link">
          {t.cli.reference}
        </Link>
      </p>
    </Stack>
  </section>
);

/** Shows a new token, which is not shown again; closes only after the user confirms having saved it. */
function NewTokenDialog({ token, onClose }: { token: CreatedApiToken; onClose: () => void }) {
  return (
    <Modal
      opened
      onClose={onClose}
      title={t.made.title}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
    >
      <div className={dialogClasses.form}>
        <p className={dialogClasses.warning}>{t.made.warning}</p>
        <CodeBlock label={t.made.label} code={token.token} first />
        <p className={dialogClasses.lead}>{t.made.next}</p>
        <CodeBlock label={t.cli.code} code={loginCommand(window.location.origin)} />
        <ConfirmSaved kept={t.made.kept} close={t.made.close} onClose={onClose} />
      </div>
    </Modal>
  );
}

const EXPIRES_SOON_MS = 7 * 24 * 3_600_000;

interface TokenItemProps {
  readonly token: ApiToken;
  readonly isBusy: boolean;
  readonly onRevoke: () => void;
}

function TokenItem({ token, isBusy, onRevoke }: TokenItemProps) {
  const { name, prefix, scopes, createdAt, expiresAt, lastUsedAt } = token;
  const now = useNow();
  const expiresSoon = expiresAt !== null && Date.parse(expiresAt) - Date.parse(now) < EXPIRES_SOON_MS;
  const facts = [
    lastUsedAt === null ? t.row.unused : t.row.used(formatDateTime(lastUsedAt)),
    t.row.created(formatDate(createdAt)),
    expiresAt === null ? t.row.lasting : t.row.expires(formatDate(expiresAt)),
  ];
  return (
    <li className={classes.item}>
      <IconKey className={classes.icon} size={24} stroke={1.6} aria-hidden />
      <div className={classes.text}>
        <p className={classes.name}>
          <strong>{name}</strong> <code className={classes.prefix}>{t.row.prefix(prefix)}</code>
          {expiresSoon && <span className={`g2-badge ${classes.ending}`}>{t.row.soon}</span>}
        </p>
        <p className={classes.scopes}>
          {scopes.map((scope) => (
            <code key={scope} className={classes.scopeMark}>
              {scope}
            </code>
          ))}
        </p>
        <p className="g2-note">{facts.join(' · ')}</p>
      </div>
      <Button
        className={classes.action ?? ''}
        size="sm"
        variant="default"
        aria-label={t.row.revokeOf(name)}
        loading={isBusy}
        onClick={onRevoke}
      >
        {t.row.revoke}
      </Button>
    </li>
  );
}
