import { linkCalls } from '@g2/gateway/contract/gen/calls/links';
import type { LinkedAccount, LoginProvider } from '@g2/gateway/contract/links';
import { Button, Stack } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { call } from '../../lib/call.ts';
import { failedToLoad, reasonOf } from '../../lib/failures.ts';
import { formatDate } from '../../lib/format.ts';
import { providersQuery } from '../../shared/providers/api.ts';
import { ProviderIcon } from '../../shared/providers/provider-icon.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Panel } from '../../ui/facts.tsx';
import { RetryLine } from '../../ui/retry-line.tsx';
import { notify } from '../../ui/toast-store.ts';
import { linksQuery } from './api.ts';
import { texts } from './texts.ts';

const t = texts.links;

/** Result that an identity provider's redirect put into the URL. It is removed from the URL and still shown. */
function useProviderOutcome() {
  const [params, setParams] = useSearchParams();
  const [outcome] = useState(() => ({ linkedId: params.get('vinculado'), refusalCode: params.get('erro') }));
  const hasOutcome = params.has('vinculado') || params.has('erro');
  useEffect(() => {
    if (hasOutcome) setParams({}, { replace: true });
  }, [hasOutcome, setParams]);
  return outcome;
}

/** The linked provider accounts. Renders nothing when there are neither providers nor linked accounts. */
export function LinksSection() {
  const links = useQuery(linksQuery);
  const providers = useQuery(providersQuery);
  const outcome = useProviderOutcome();
  const queries = [links, providers];
  const isFailed = queries.some(failedToLoad);
  const linkedAccounts = links.data?.items ?? [];
  const offeredProviders = providers.data?.items ?? [];
  const isEmpty = linkedAccounts.length + offeredProviders.length === 0;
  if (!isFailed && (!links.data || !providers.data || isEmpty)) return null;
  const newLink = linkedAccounts.find(({ provider }) => provider === outcome.linkedId);
  const refetchFailed = () => {
    for (const query of queries) if (failedToLoad(query)) void query.refetch();
  };
  return (
    <Panel title={t.title}>
      <Stack>
        <p className="g2-note">{t.lead}</p>
        {isFailed ? (
          <RetryLine
            text={t.loadFailed}
            busy={queries.some((query) => query.isFetching)}
            onRetry={refetchFailed}
          />
        ) : (
          <>
            {newLink && (
              <p role="status" className="m-0 py-3 px-4 rounded-md bg-accent-soft text-accent">
                {t.linkedNotice(newLink.name)}
              </p>
            )}
            {outcome.refusalCode !== null && (
              <p role="alert" className="g2-failure m-0">
                {t.refusals[outcome.refusalCode] ?? t.unknownRefusal}
              </p>
            )}
            <LinkedAccounts linkedAccounts={linkedAccounts} offeredProviders={offeredProviders} />
          </>
        )}
      </Stack>
    </Panel>
  );
}

interface LinkedAccountsProps {
  readonly linkedAccounts: readonly LinkedAccount[];
  readonly offeredProviders: readonly LoginProvider[];
}

function LinkedAccounts({ linkedAccounts, offeredProviders }: LinkedAccountsProps) {
  const [accountToUnlink, setAccountToUnlink] = useState<LinkedAccount | null>(null);
  const client = useQueryClient();
  // Opens the provider's page, which redirects back to this page.
  const startLinkMutation = useMutation({
    mutationFn: (provider: string) => call(linkCalls.startLink, { body: { provider } }),
    onSuccess: ({ redirectUrl }) => window.location.assign(redirectUrl),
  });
  const unlinkMutation = useMutation({
    mutationFn: (provider: string) => call(linkCalls.unlink, { params: { provider } }),
    onSettled: () => client.invalidateQueries({ queryKey: linksQuery.queryKey }),
  });
  const showError = (error: Error) => notify.error(t.errorTitle, reasonOf(error, texts.requestFailed));
  const unlinkedProviders = offeredProviders.filter(({ id }) =>
    linkedAccounts.every(({ provider }) => provider !== id),
  );
  const confirmUnlink = ({ provider }: LinkedAccount) => {
    setAccountToUnlink(null);
    unlinkMutation.mutate(provider, { onSuccess: () => notify.success(t.unlinked), onError: showError });
  };
  return (
    <>
      {linkedAccounts.length === 0 && <p className="g2-note">{t.noLinks}</p>}
      {linkedAccounts.length > 0 && (
        <ul className="g2-rows" aria-label={t.listLabel}>
          {linkedAccounts.map((link) => (
            <li key={link.provider} className="g2-line py-2">
              <ProviderIcon
                id={link.provider}
                kind={offeredProviders.find(({ id }) => id === link.provider)?.kind}
                size={22}
              />
              <div className="grid flex-1 min-w-0 wrap-anywhere">
                <strong>{link.name}</strong>
                <span className="g2-meta">{detailsOf(link).join(' · ')}</span>
              </div>
              <Button
                variant="subtle"
                color="red"
                size="compact-sm"
                aria-label={t.unlinkLabel(link.name)}
                loading={unlinkMutation.isPending && unlinkMutation.variables === link.provider}
                onClick={() => setAccountToUnlink(link)}
              >
                {t.unlinkButton}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {unlinkedProviders.length > 0 && (
        <div className="g2-row">
          {unlinkedProviders.map(({ id, name, kind }) => (
            <Button
              key={id}
              variant="default"
              leftSection={<ProviderIcon id={id} kind={kind} size={18} />}
              // Stays loading until the provider's page replaces this page.
              loading={
                startLinkMutation.variables === id &&
                (startLinkMutation.isPending || startLinkMutation.isSuccess)
              }
              onClick={() => startLinkMutation.mutate(id, { onError: showError })}
            >
              {t.linkButton(name)}
            </Button>
          ))}
        </div>
      )}
      {accountToUnlink && (
        <ConfirmDialog
          opened
          title={t.unlinkTitle}
          confirm={t.unlinkButton}
          danger
          onConfirm={() => confirmUnlink(accountToUnlink)}
          onClose={() => setAccountToUnlink(null)}
        >
          <p>{t.unlinkText(accountToUnlink.name)}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

const detailsOf = ({ email, linkedAt, lastUsedAt }: LinkedAccount): string[] => [
  email ?? t.unknownEmail,
  t.linkedOn(formatDate(linkedAt)),
  lastUsedAt === null ? t.neverUsed : t.lastUsedOn(formatDate(lastUsedAt)),
];
