import { linkCalls } from '@g2/gateway/contract/gen/calls/links';
import type { LinkedAccount, LoginProvider } from '@g2/gateway/contract/links';
import { Button, Stack, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { call } from '../../lib/call.ts';
import { failedToLoad, reasonOf } from '../../lib/failures.ts';
import { formatDate } from '../../lib/format.ts';
import { providersQuery } from '../../shared/providers/api.ts';
import { ProviderIcon } from '../../shared/providers/provider-icon.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { RetryLine } from '../../ui/retry-line.tsx';
import { notify } from '../../ui/toast-store.ts';
import { linksQuery } from './api.ts';
import classes from './security.module.css';
import { texts } from './texts.ts';

const t = texts.links;

/** Result in the URL after the return from a provider; removed from the URL, kept on the screen. */
function useReturned(): { linked: string | null; refused: string | null } {
  const [params, setParams] = useSearchParams();
  const [outcome] = useState(() => ({ linked: params.get('vinculado'), refused: params.get('erro') }));
  const isTold = params.has('vinculado') || params.has('erro');
  useEffect(() => {
    if (isTold) setParams({}, { replace: true });
  }, [isTold, setParams]);
  return outcome;
}

/** The linked provider accounts; nothing when there are neither providers nor linked accounts. */
export function LinksSection() {
  const links = useQuery(linksQuery);
  const providers = useQuery(providersQuery);
  const returned = useReturned();
  const queries = [links, providers];
  const isFailed = queries.some(failedToLoad);
  const linked = links.data?.items ?? [];
  const offered = providers.data?.items ?? [];
  if (!isFailed && (!links.data || !providers.data || linked.length + offered.length === 0)) return null;
  const fresh = linked.find(({ provider }) => provider === returned.linked);
  const again = () => {
    for (const query of queries) if (failedToLoad(query)) void query.refetch();
  };
  return (
    <section className="g2-panel g2-edge" aria-label={t.title}>
      <Stack gap="md">
        <Title order={2}>{t.title}</Title>
        <p className="g2-note">{t.lead}</p>
        {isFailed ? (
          <RetryLine text={t.failedText} busy={queries.some((query) => query.isFetching)} onRetry={again} />
        ) : (
          <>
            {fresh && (
              <p role="status" className={classes.linkDone}>
                {t.done(fresh.name)}
              </p>
            )}
            {returned.refused !== null && (
              <p role="alert" className={classes.linkRefused}>
                {t.refusals[returned.refused] ?? t.refused}
              </p>
            )}
            <Links linked={linked} offered={offered} />
          </>
        )}
      </Stack>
    </section>
  );
}

function Links({ linked, offered }: { linked: readonly LinkedAccount[]; offered: readonly LoginProvider[] }) {
  const [leaving, setLeaving] = useState<LinkedAccount | null>(null);
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
  const tell = (error: Error) => notify.error(t.failed, reasonOf(error, texts.genericText));
  const open = offered.filter(({ id }) => linked.every(({ provider }) => provider !== id));
  const confirm = ({ provider }: LinkedAccount) => {
    setLeaving(null);
    unlink.mutate(provider, { onSuccess: () => notify.success(t.unlinked), onError: tell });
  };
  return (
    <>
      {linked.length === 0 && <p className="g2-note">{t.none}</p>}
      {linked.length > 0 && (
        <ul className="g2-list g2-rows" aria-label={t.list}>
          {linked.map((link) => (
            <Row
              key={link.provider}
              link={link}
              kind={offered.find(({ id }) => id === link.provider)?.kind}
              isBusy={unlink.isPending && unlink.variables === link.provider}
              onUnlink={() => setLeaving(link)}
            />
          ))}
        </ul>
      )}
      {open.length > 0 && (
        <div className="g2-row">
          {open.map(({ id, name, kind }) => (
            <Button
              key={id}
              variant="default"
              leftSection={<ProviderIcon id={id} kind={kind} size={18} />}
              // Until the browser has left for the provider.
              loading={start.variables === id && (start.isPending || start.isSuccess)}
              onClick={() => start.mutate(id, { onError: tell })}
            >
              {t.link(name)}
            </Button>
          ))}
        </div>
      )}
      {leaving && (
        <ConfirmDialog
          opened
          title={t.unlinkTitle}
          confirm={t.unlinkConfirm}
          danger
          pending={false}
          onConfirm={() => confirm(leaving)}
          onClose={() => setLeaving(null)}
        >
          <p>{t.unlinkText(leaving.name)}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

interface RowProps {
  readonly link: LinkedAccount;
  readonly kind: string | undefined;
  readonly isBusy: boolean;
  readonly onUnlink: () => void;
}

function Row({ link: { provider, name, email, linkedAt, lastUsedAt }, kind, isBusy, onUnlink }: RowProps) {
  const facts = [
    email ?? t.unknownEmail,
    t.linked(formatDate(linkedAt)),
    lastUsedAt === null ? t.unused : t.used(formatDate(lastUsedAt)),
  ];
  return (
    <li className={classes.passkey}>
      <ProviderIcon id={provider} kind={kind} size={22} />
      <div className={classes.passkeyText}>
        <strong>{name}</strong>
        <span className="g2-meta">{facts.join(' · ')}</span>
      </div>
      <Button
        variant="subtle"
        color="red"
        size="compact-sm"
        aria-label={t.unlink(name)}
        loading={isBusy}
        onClick={onUnlink}
      >
        {t.unlinkConfirm}
      </Button>
    </li>
  );
}
