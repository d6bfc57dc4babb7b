import '../../../ui/mantine-forms.ts';
import type { Contact } from '@g2/gateway/contract/contacts';
import { Button, Skeleton } from '@mantine/core';
import { IconArrowLeft, IconInbox } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { failedToLoad, HttpError } from '../../../lib/failures.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { StateBadge } from '../../../shared/contact/state-badge.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Panel } from '../../../ui/facts.tsx';
import { Page, WidePage } from '../../../ui/page.tsx';
import { RetryLine } from '../../../ui/retry-line.tsx';
import { Said } from '../../../ui/said.tsx';
import { AnswerForm } from './answer-form.tsx';
import { contactQuery } from './api.ts';
import classes from './contacts.module.css';
import { nameOf } from './name-of.ts';
import { texts } from './texts.ts';
import { Writer } from './writer.tsx';

const t = texts.page;
const LIST = '/operator/atendimentos';

export function ContactPage() {
  const { number = '' } = useParams();
  const query = useQuery(contactQuery(number.toUpperCase()));
  const { data, error } = query;
  const isMissing = error instanceof HttpError && error.status === 404;
  return (
    <WidePage>
      <Page
        title={data?.subject ?? texts.title}
        tabTitle={data?.number ?? texts.title}
        beside={data && <StateBadge state={data.state} />}
        lead={
          <Link to={LIST} className={classes.back}>
            <IconArrowLeft size={16} aria-hidden /> {t.back}
          </Link>
        }
      >
        {data !== undefined && <Shown key={data.number} contact={data} />}
        {data === undefined && error === null && (
          <Skeleton height={320} radius="lg" role="status" aria-label={texts.list} />
        )}
        {isMissing && data === undefined && (
          <EmptyState alert title={t.missing} text={t.missingText} icon={<IconInbox size={28} aria-hidden />}>
            <Button component={Link} to={LIST} variant="default" mt="md">
              {t.back}
            </Button>
          </EmptyState>
        )}
        {!isMissing && failedToLoad(query) && (
          <RetryLine text={t.failed} busy={query.isFetching} onRetry={() => void query.refetch()} />
        )}
      </Page>
    </WidePage>
  );
}

function Shown({ contact }: { contact: Contact }) {
  return (
    <div className={classes.columns}>
      <div className={classes.main}>
        <Panel title={t.conversation}>
          <ol className={classes.words}>
            <Said author={contact.name} at={contact.createdAt} text={contact.message} mine={false} />
            {contact.answers.map(({ id, fromStaff, author, text, createdAt }) => (
              <Said
                key={id}
                author={fromStaff ? nameOf(author) : contact.name}
                at={createdAt}
                text={text}
                mine={fromStaff}
              />
            ))}
          </ol>
          {contact.closedAt !== null && (
            <p className="g2-note">{closedText(contact.closedBy, formatDateTime(contact.closedAt))}</p>
          )}
        </Panel>
        <AnswerForm contact={contact} />
      </div>
      <Writer contact={contact} />
    </div>
  );
}

const closedText = (by: Contact['closedBy'], when: string): string =>
  by === null ? t.closedAt(when) : t.closedBy(nameOf(by), when);
