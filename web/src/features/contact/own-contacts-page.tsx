import '../../ui/mantine-forms.ts';
import { CLIENT_PAGE_SIZE } from '@g2/gateway/contract/common';
import type { OwnContact } from '@g2/gateway/contract/contacts';
import { Button, Stack } from '@mantine/core';
import { IconMessageCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { failedToLoad } from '../../lib/failures.ts';
import { formatDateTime } from '../../lib/format.ts';
import { SupportLine } from '../../shared/support/support-line.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { Pager } from '../../ui/pager.tsx';
import { RetryLine } from '../../ui/retry-line.tsx';
import { PageSpinner } from '../../ui/spinner.tsx';
import { ownContactsQuery } from './api.ts';
import classes from './contact.module.css';
import { texts } from './texts.ts';

const t = texts.own;

/** /profile/atendimentos: what the account wrote to the staff, with the answers. @param nav of the pages of the account */
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

function OwnContacts() {
  const [page, setPage] = useState(1);
  const query = useQuery(ownContactsQuery(page));
  const { data } = query;
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
  const { number, subject, message, answers, isOpen, createdAt, registrationId } = contact;
  return (
    <li className={classes.contact}>
      <div className={classes.contactHead}>
        <div>
          <h2>{subject}</h2>
          <p className="g2-meta">
            <span className="g2-mono">{number}</span> · {t.sent(formatDateTime(createdAt))}
          </p>
        </div>
        <span className={classes.state} data-open={isOpen || undefined}>
          {isOpen ? t.open : t.closed}
        </span>
      </div>
      <p className={classes.words} data-mine>
        {message}
      </p>
      {registrationId !== null && (
        <p className="g2-note">
          <Link className="g2-link" to={`/dashboard?registro=${registrationId}`}>
            {t.registration}
          </Link>
        </p>
      )}
      {answers.map((answer) => (
        <div key={answer.id} className={classes.answer}>
          <p className="g2-meta">{t.team(formatDateTime(answer.createdAt))}</p>
          <p className={classes.words}>{answer.text}</p>
        </div>
      ))}
      {answers.length === 0 && isOpen && <p className="g2-note">{t.waiting}</p>}
      {answers.length > 0 && <p className="g2-note">{t.more}</p>}
    </li>
  );
}
