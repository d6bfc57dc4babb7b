import type { LinkedAccount, LoginProvider } from '@g2/gateway/contract/links';
import { Button, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { failedToLoad, reasonOf } from '../../lib/failures.ts';
import { formatDate } from '../../lib/format.ts';
import { providersQuery } from '../../shared/providers/api.ts';
import { ProviderIcon } from '../../shared/providers/provider-icon.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { RetryLine } from '../../ui/retry-line.tsx';
import { notify } from '../../ui/toast-store.ts';
import { linksQuery, useStartLink, useUnlink } from './links-api.ts';
import { texts as t } from './links-texts.ts';
import classes from './security.module.css';

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
  if (queries.some(failedToLoad)) {
    const again = () => {
      for (const query of queries) if (failedToLoad(query)) void query.refetch();
    };
    const isBusy = queries.some((query) => query.isFetching);
    return (
      <Section>
        <RetryLine text={t.failedText} busy={isBusy} onRetry={again} />
      </Section>
    );
  }
  const linked = links.data?.items ?? [];
  const offered = providers.data?.items ?? [];
  if (!links.data || !providers.data || linked.length + offered.length === 0) return null;
  const fresh = linked.find(({ provider }) => provider === returned.linked);
  return (
    <Section>
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
    </Section>
  );
}

const Section = ({ children }: { children: ReactNode }) => (
  <section className="g2-panel g2-edge" aria-label={t.title}>
    <Stack gap="md">
      <Title order={2}>{t.title}</Title>
      <p className="g2-note">{t.lead}</p>
      {children}
    </Stack>
  </section>
);

interface LinksProps {
  readonly linked: readonly LinkedAccount[];
  readonly offered: readonly LoginProvider[];
}

function Links({ linked, offered }: LinksProps) {
  const [leaving, setLeaving] = useState<LinkedAccount | null>(null);
  const start = useStartLink();
  const unlink = useUnlink();
  const tell = (error: Error) => notify.error(t.failed, reasonOf(error, t.genericText));
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
