import '../../ui/mantine-forms.ts';
import { type ApiToken, type CreatedApiToken, MAX_API_TOKENS } from '@g2/gateway/contract/api-tokens';
import { Button, Stack } from '@mantine/core';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { reasonOf } from '../../lib/failures.ts';
import { formatDate, formatDateTime } from '../../lib/format.ts';
import { useNow } from '../../lib/use-now.ts';
import { CodeBlock } from '../../ui/code-block.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import dialogClasses from '../../ui/dialog.module.css';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Panel } from '../../ui/facts.tsx';
import { Page } from '../../ui/page.tsx';
import { QueryFrame } from '../../ui/query-frame.tsx';
import { ShownOnceDialog } from '../../ui/shown-once-dialog.tsx';
import { PageSpinner } from '../../ui/spinner.tsx';
import { notify } from '../../ui/toast-store.ts';
import { tokensQuery, useRevokeToken } from './api.ts';
import { CreateDialog } from './create-dialog.tsx';
import { exampleCommands, loginCommand, texts as t } from './texts.ts';

/** The API tokens of the account. @param nav links to the other account pages */
export function TokensPage({ nav }: { nav: ReactNode }) {
  const [isCreating, setCreating] = useState(false);
  const [newToken, setNewToken] = useState<CreatedApiToken | null>(null);
  return (
    <Page title={t.title} lead={t.lead} narrow>
      <Stack gap="xl">
        {nav}
        <QueryFrame query={useQuery(tokensQuery)} loading={<PageSpinner />} failed={t.loadFailed}>
          {({ items, total }) => (
            <TokenList items={items} isFull={total >= MAX_API_TOKENS} onCreate={() => setCreating(true)} />
          )}
        </QueryFrame>
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
      {newToken && (
        <ShownOnceDialog
          title={t.newToken.title}
          savedLabel={t.newToken.storedCheckbox}
          closeLabel={t.newToken.close}
          onClose={() => setNewToken(null)}
        >
          <p className={dialogClasses.warning}>{t.newToken.warning}</p>
          <CodeBlock label={t.newToken.label} code={newToken.token} initialFocus />
          <p className={dialogClasses.lead}>{t.newToken.usageLead}</p>
          <CodeBlock label={t.cli.codeLabel} code={loginCommand(window.location.origin)} />
        </ShownOnceDialog>
      )}
    </Page>
  );
}

interface TokenListProps {
  readonly items: readonly ApiToken[];
  readonly isFull: boolean;
  readonly onCreate: () => void;
}

function TokenList({ items, isFull, onCreate }: TokenListProps) {
  const createButton = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} disabled={isFull} onClick={onCreate}>
      {t.create}
    </Button>
  );
  if (items.length === 0) {
    return (
      <EmptyState
        title={t.emptyState.title}
        text={t.emptyState.text}
        icon={<IconKey size={26} aria-hidden />}
      >
        {createButton}
      </EmptyState>
    );
  }
  return (
    <>
      <ul className="g2-panel g2-rows" aria-label={t.listLabel}>
        {items.map((token) => (
          <TokenItem key={token.id} token={token} />
        ))}
      </ul>
      <div className="g2-spread">
        <p className="g2-note">{isFull && t.limitReached(MAX_API_TOKENS)}</p>
        {createButton}
      </div>
    </>
  );
}

const EXPIRES_SOON_MS = 7 * 24 * 3_600_000;

function TokenItem({ token }: { token: ApiToken }) {
  const { id, name, prefix, scopes, createdAt, expiresAt, lastUsedAt } = token;
  const [isConfirming, setConfirming] = useState(false);
  const revokeMutation = useRevokeToken();
  const now = useNow();
  const isExpiringSoon = expiresAt !== null && Date.parse(expiresAt) - Date.parse(now) < EXPIRES_SOON_MS;
  const details = [
    lastUsedAt === null ? t.row.neverUsed : t.row.lastUsedOn(formatDateTime(lastUsedAt)),
    t.row.createdOn(formatDate(createdAt)),
    expiresAt === null ? t.row.noExpiry : t.row.expiresOn(formatDate(expiresAt)),
  ];
  const confirmRevocation = () =>
    revokeMutation.mutate(id, {
      onSuccess: () => notify.success(t.revoke.revoked),
      onError: (error) => notify.error(t.requestFailedTitle, reasonOf(error, t.requestFailedText)),
      onSettled: () => setConfirming(false),
    });
  return (
    <li className="grid grid-cols-[auto_1fr_auto] items-center gap-3 py-4 px-(--g2-edge) phone:grid-cols-[auto_1fr]">
      <IconKey className="text-accent phone:self-start" size={24} stroke={1.6} aria-hidden />
      <div className="grid gap-1 min-w-0">
        <p className="g2-row gap-y-1 m-0 wrap-anywhere">
          <strong>{name}</strong> <code className="g2-mono text-sm text-muted">{t.row.prefix(prefix)}</code>
          {isExpiringSoon && (
            <span className="g2-badge text-warning bg-warning-soft">{t.row.expiresSoon}</span>
          )}
        </p>
        <p className="g2-row gap-y-1 m-0 wrap-anywhere">
          {scopes.map((scope) => (
            <code key={scope} className="g2-mono py-0.5 px-1.5 rounded-sm bg-sunken text-xs">
              {scope}
            </code>
          ))}
        </p>
        <p className="g2-note">{details.join(' · ')}</p>
      </div>
      <Button
        className="phone:col-2 phone:justify-self-start"
        size="sm"
        variant="default"
        aria-label={t.row.revokeLabel(name)}
        loading={revokeMutation.isPending}
        onClick={() => setConfirming(true)}
      >
        {t.row.revoke}
      </Button>
      <ConfirmDialog
        opened={isConfirming}
        title={t.revoke.title}
        confirm={t.revoke.confirm}
        danger
        pending={revokeMutation.isPending}
        onConfirm={confirmRevocation}
        onClose={() => setConfirming(false)}
      >
        <p>{t.revoke.text(name)}</p>
      </ConfirmDialog>
    </li>
  );
}

const CommandLineSection = () => (
  <Panel title={t.cli.title}>
    <Stack>
      <p className="g2-note">{t.cli.lead}</p>
      <CodeBlock label={t.cli.codeLabel} code={exampleCommands(window.location.origin)} />
      <p className="g2-note">{t.cli.text}</p>
      <p className="g2-note">
        <Link to="/desenvolvedores" className="g2-link g2-link-alone">
          {t.cli.guide}
        </Link>
      </p>
      <p className="g2-note">
        {t.cli.apiQuestion}{' '}
        <Link to="/desenvolvedores/api" className="g2-link">
          {t.cli.reference}
        </Link>
      </p>
    </Stack>
  </Panel>
);
