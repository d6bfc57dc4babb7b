import '../../ui/mantine-forms.ts';
import { CLIENT_PAGE_SIZE } from '@g2/gateway/contract/common';
import type { OwnContact } from '@g2/gateway/contract/contacts';
import { Button, Stack } from '@mantine/core';
import { useDocumentVisibility } from '@mantine/hooks';
import { IconMessageCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { failedToLoad } from '../../lib/failures.ts';
import { StateBadge } from '../../shared/contact/state-badge.tsx';
import { recordPath } from '../../shared/registration/api.ts';
import { SupportLine } from '../../shared/support/support-line.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { Pager } from '../../ui/pager.tsx';
import { RetryLine } from '../../ui/retry-line.tsx';
import { Said } from '../../ui/said.tsx';
import { PageSpinner } from '../../ui/spinner.tsx';
import { ownContactsQuery, useMarkContactsRead } from './api.ts';
import classes from './contact.module.css';
import { ReplyForm } from './reply-form.tsx';
import { texts } from './texts.ts';

const t = texts.own;

/** /profile/atendimentos: the account's contacts with the answers. @param nav navigation of the profile pages */
export function OwnContactsPage({ nav }: { readonly nav: ReactNode }) {
  return (
    <Page title={t.title} lead={t.lead} narrow>
      <Stack gap="xl">
        {nav}
        <OwnContacts />
      </Stack>
    </Page>
  );
}

const Write = () => (
  <Button component={Link} to="/help#contato" leftSection={<IconMessageCircle size={18} aria-hidden />}>
    {t.write}
  </Button>
);

const NONE: readonly OwnContact[] = [];

function OwnContacts() {
  const [page, setPage] = useState(1);
  const query = useQuery(ownContactsQuery(page));
  const { data } = query;
  const isSeen = useDocumentVisibility() === 'visible';
  useMarkContactsRead(data?.items ?? NONE, isSeen);
  if (failedToLoad(query))
    return <RetryLine text={t.notLoaded} busy={query.isFetching} onRetry={() => void query.refetch()} />;
  if (data === undefined) return <PageSpinner />;
  if (data.total === 0)
    return (
      <EmptyState title={t.none} text={t.noneText} icon={<IconMessageCircle size={28} aria-hidden />}>
        <Write />
        <SupportLine />
      </EmptyState>
    );
  return (
    <>
      <div className="g2-spread">
        <SupportLine />
        <Write />
      </div>
      <ul className={classes.own} aria-label={t.list}>
        {data.items.map((contact) => (
          <Item key={contact.number} contact={contact} />
        ))}
      </ul>
      {data.total > CLIENT_PAGE_SIZE && (
        <Pager page={page} pageSize={CLIENT_PAGE_SIZE} total={data.total} onChange={setPage} />
      )}
    </>
  );
}

function Item({ contact }: { readonly contact: OwnContact }) {
  const { number, subject, message, answers, state, createdAt, registrationId, isUnread } = contact;
  return (
    <li className={classes.contact} data-unread={isUnread || undefined}>
      <div className={classes.contactHead}>
        <div>
          <h2>{subject}</h2>
          <p className="g2-meta g2-mono">{number}</p>
        </div>
        <span className={classes.marks}>
          {isUnread && <span className={classes.new}>{t.unread}</span>}
          <StateBadge state={state} />
        </span>
      </div>
      {registrationId !== null && (
        <p className="g2-note">
          <Link className="g2-link" to={recordPath(registrationId)}>
            {t.registration}
          </Link>
        </p>
      )}
      <ol className={classes.words} aria-label={t.conversation(number)}>
        <Said author={t.you} at={createdAt} text={message} mine />
        {answers.map(({ id, fromStaff, text, createdAt: at }) => (
          <Said key={id} author={fromStaff ? t.team : t.you} at={at} text={text} mine={!fromStaff} />
        ))}
      </ol>
      {state === 'open' && <p className="g2-note">{t.waiting}</p>}
      {state === 'closed' && <p className="g2-note">{contact.canReply ? t.reopens : t.over}</p>}
      {contact.canReply && <ReplyForm number={number} />}
    </li>
  );
}
