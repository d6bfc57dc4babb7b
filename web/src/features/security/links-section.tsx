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

/** Result in the URL after the return from a provider; removed from the URL, kept on the screen. */
function useProviderOutcome() {
  const [params, setParams] = useSearchParams();
  const [outcome] = useState(() => ({ linked: params.get('vinculado'), refused: params.get('erro') }));
  const hasOutcome = params.has('vinculado') || params.has('erro');
  useEffect(() => {
    if (hasOutcome) setParams({}, { replace: true });
  }, [hasOutcome, setParams]);
  return outcome;
}

/** The linked provider accounts; nothing when there are neither providers nor linked accounts. */
export function LinksSection() {
  const links = useQuery(linksQuery);
  const providers = useQuery(providersQuery);
  const outcome = useProviderOutcome();
  const queries = [links, providers];
  const isFailed = queries.some(failedToLoad);
  const linked = links.data?.items ?? [];
  const offered = providers.data?.items ?? [];
  if (!isFailed && (!links.data || !providers.data || linked.length + offered.length === 0)) return null;
  const newLink = linked.find(({ provider }) => provider === outcome.linked);
  const again = () => {
    for (const query of queries) if (failedToLoad(query)) void query.refetch();
  };
  return (
    <Panel title={t.title}>
      <Stack>
        <p className="g2-note">{t.lead}</p>
        {isFailed ? (
          <RetryLine text={t.failedText} busy={queries.some((query) => query.isFetching)} onRetry={again} />
        ) : (
          <>
            {newLink && (
              <p role="status" className="m-0 py-3 px-4 rounded-md bg-accent-soft text-accent">
                {t.done(newLink.name)}
              </p>
            )}
            {outcome.refused !== null && (
              <p role="alert" className="g2-failure m-0">
                {t.refusals[outcome.refused] ?? t.refused}
              </p>
            )}
            <Links linked={linked} offered={offered} />
          </>
        )}
      </Stack>
    </Panel>
  );
}

function Links({ linked, offered }: { linked: readonly LinkedAccount[]; offered: readonly LoginProvider[] }) {
  const [unlinking, setUnlinking] = useState<LinkedAccount | null>(null);
  const client = useQueryClient();
  // The browser goes to the provider, and returns to this page.
  const start = useMutation({
    mutationFn: (provider: string) => call(linkCalls.startLink, { body: { provider } }),
    onSuccess: ({ redirectUrl }) => window.location.assign(redirectUrl),
  });
  const unlink = useMutation({
    mutationFn: (provider: string) => call(linkCalls.unlink, { params: { provider } }),
    onSettled: () => client.invalidateQueries({ queryKey: linksQuery.queryKey }),
  });
  const showError = (error: Error) => notify.error(t.failed, reasonOf(error, texts.genericText));
  const unlinked = offered.filter(({ id }) => linked.every(({ provider }) => provider !== id));
  const confirm = ({ provider }: LinkedAccount) => {
    setUnlinking(null);
    unlink.mutate(provider, { onSuccess: () => notify.success(t.unlinked), onError: showError });
  };
  return (
    <>
      {linked.length === 0 && <p className="g2-note">{t.none}</p>}
      {linked.length > 0 && (
        <ul className="g2-rows" aria-label={t.list}>
          {linked.map((link) => (
            <li key={link.provider} className="g2-line py-2">
              <ProviderIcon
                id={link.provider}
                kind={offered.find(({ id }) => id === link.provider)?.kind}
                size={22}
              />
              <div className="grid flex-1 min-w-0 wrap-anywhere">
                <strong>{link.name}</strong>
                <span className="g2-meta">{factsOf(link).join(' · ')}</span>
              </div>
              <Button
                variant="subtle"
                color="red"
                size="compact-sm"
                aria-label={t.unlink(link.name)}
                loading={unlink.isPending && unlink.variables === link.provider}
                onClick={() => setUnlinking(link)}
              >
                {t.unlinkConfirm}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {unlinked.length > 0 && (
        <div className="g2-row">
          {unlinked.map(({ id, name, kind }) => (
            <Button
              key={id}
              variant="default"
              leftSection={<ProviderIcon id={id} kind={kind} size={18} />}
              // Until the browser has left for the provider.
              loading={start.variables === id && (start.isPending || start.isSuccess)}
              onClick={() => start.mutate(id, { onError: showError })}
            >
              {t.link(name)}
            </Button>
          ))}
        </div>
      )}
      {unlinking && (
        <ConfirmDialog
          opened
          title={t.unlinkTitle}
          confirm={t.unlinkConfirm}
          danger
          onConfirm={() => confirm(unlinking)}
          onClose={() => setUnlinking(null)}
        >
          <p>{t.unlinkText(unlinking.name)}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

const factsOf = ({ email, linkedAt, lastUsedAt }: LinkedAccount): string[] => [
  email ?? t.unknownEmail,
  t.linked(formatDate(linkedAt)),
  lastUsedAt === null ? t.unused : t.used(formatDate(lastUsedAt)),
];
