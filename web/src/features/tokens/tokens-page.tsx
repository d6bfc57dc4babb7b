import '../../ui/mantine-forms.ts';
import { type ApiToken, type CreatedApiToken, MAX_API_TOKENS } from '@g2/gateway/contract/api-tokens';
import { Button, Stack, Title } from '@mantine/core';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { failedToLoad, reasonOf } from '../../lib/failures.ts';
import { CodeBlock } from '../../ui/code-block.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { RetryLine } from '../../ui/retry-line.tsx';
import { PageSpinner } from '../../ui/spinner.tsx';
import { notify } from '../../ui/toast-store.ts';
import { tokensQuery, useRevokeToken } from './api.ts';
import { CreateDialog } from './create-dialog.tsx';
import { MadeDialog } from './made-dialog.tsx';
import { commands, texts as t } from './texts.ts';
import { TokenItem } from './token-item.tsx';
import classes from './tokens.module.css';

/** The API tokens of the account. @param nav links to the other account pages */
export function TokensPage({ nav }: { nav: ReactNode }) {
  const [isAsking, setAsking] = useState(false);
  const [made, setMade] = useState<CreatedApiToken | null>(null);
  return (
    <Page title={t.title} lead={t.lead} narrow>
      <Stack gap="xl">
        {nav}
        <Tokens onCreate={() => setAsking(true)} />
        <CommandLine />
      </Stack>
      {isAsking && (
        <CreateDialog
          onClose={() => setAsking(false)}
          onMade={(token) => {
            setAsking(false);
            setMade(token);
          }}
        />
      )}
      {made && <MadeDialog made={made} onClose={() => setMade(null)} />}
    </Page>
  );
}

function Tokens({ onCreate }: { onCreate: () => void }) {
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
      <Listed items={items} />
      <div className="g2-spread">
        <p className="g2-note">{isFull && t.full(MAX_API_TOKENS)}</p>
        {create}
      </div>
    </>
  );
}

function Listed({ items }: { items: readonly ApiToken[] }) {
  const [leaving, setLeaving] = useState<ApiToken | null>(null);
  const revoke = useRevokeToken();
  const confirm = ({ id }: ApiToken) =>
    revoke.mutate(id, {
      onSuccess: () => notify.success(t.revoke.done),
      onError: (error) => notify.error(t.failed, reasonOf(error, t.failedText)),
      onSettled: () => setLeaving(null),
    });
  return (
    <>
      <ul className={`g2-panel g2-list g2-rows ${classes.list}`} aria-label={t.list}>
        {items.map((token) => (
          <TokenItem
            key={token.id}
            token={token}
            isBusy={revoke.isPending && revoke.variables === token.id}
            onRevoke={() => setLeaving(token)}
          />
        ))}
      </ul>
      {leaving && (
        <ConfirmDialog
          opened
          title={t.revoke.title}
          confirm={t.revoke.confirm}
          danger
          pending={revoke.isPending}
          onConfirm={() => confirm(leaving)}
          onClose={() => setLeaving(null)}
        >
          <p>{t.revoke.text(leaving.name)}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

const CommandLine = () => (
  <section className="g2-panel g2-edge" aria-label={t.cli.title}>
    <Stack gap="md">
      <Title order={2}>{t.cli.title}</Title>
      <p className="g2-note">{t.cli.lead}</p>
      <CodeBlock label={t.cli.code} code={commands(window.location.origin)} />
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
