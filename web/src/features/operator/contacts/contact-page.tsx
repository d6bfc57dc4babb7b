import '../../../ui/mantine-forms.ts';
import type { Contact } from '@g2/gateway/contract/contacts';
import { Button, Skeleton } from '@mantine/core';
import { IconArrowLeft, IconInbox } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { failedToLoad, HttpError } from '../../../lib/failures.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { useUser } from '../../../lib/session.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Fact, Facts, Panel } from '../../../ui/facts.tsx';
import { Page, WidePage } from '../../../ui/page.tsx';
import { RetryLine } from '../../../ui/retry-line.tsx';
import { AnswerForm } from './answer-form.tsx';
import { contactQuery } from './api.ts';
import classes from './contacts.module.css';
import { StateBadge } from './state-badge.tsx';
import { texts } from './texts.ts';

const t = texts.page;
const LIST = '/operator/atendimentos';

/** One of them, with all that was said. */
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
        beside={data && <StateBadge isOpen={data.isOpen} />}
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
            <Words author={contact.name} at={contact.createdAt} text={contact.message} mine={false} />
            {contact.answers.map(({ id, author, text, createdAt }) => (
              <Words key={id} author={nameOf(author)} at={createdAt} text={text} mine />
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

const nameOf = (person: Contact['closedBy']): string =>
  person === null ? t.team : `${person.firstName} ${person.lastName}`.trim();

const closedText = (by: Contact['closedBy'], when: string): string =>
  by === null ? t.closedAt(when) : t.closedBy(nameOf(by), when);

interface WordsProps {
  readonly author: string;
  readonly at: string;
  readonly text: string;
  readonly mine: boolean;
}

function Words({ author, at, text, mine }: WordsProps) {
  return (
    <li className={classes.said} data-mine={mine || undefined}>
      <p className="g2-meta">{t.wrote(author, formatDateTime(at))}</p>
      <p className={classes.text}>{text}</p>
    </li>
  );
}

/** The person, their account and registrations, as far as one of this role may look. */
function Writer({ contact }: { contact: Contact }) {
  const { name, email, userId, emailProven, registrationId, registrationTitle, createdAt, number } = contact;
  const isAdmin = useUser()?.role === 'admin';
  return (
    <Panel title={t.who}>
      <Facts>
        <Fact name={t.name}>{name}</Fact>
        <Fact name={t.email}>
          <a className={classes.way} href={`mailto:${email}?subject=${encodeURIComponent(number)}`}>
            {email}
          </a>
        </Fact>
        <Fact name={t.account}>
          {userId === null && <span className={classes.mark}>{texts.visitor}</span>}
          {userId !== null && !emailProven && <span className={classes.mark}>{texts.unproven}</span>}{' '}
          {userId !== null &&
            (isAdmin ? (
              <Link className={classes.way} to={`/admin/users/${userId}`}>
                {t.accountOpen}
              </Link>
            ) : (
              t.withAccount
            ))}
        </Fact>
        {userId !== null && (
          <Fact name={t.registrations}>
            <Link className={classes.way} to={`/operator?tab=all&search=${encodeURIComponent(email)}`}>
              {t.registrationsOpen}
            </Link>
          </Fact>
        )}
        {registrationId !== null && (
          <Fact name={t.registration}>
            <Link className={classes.way} to={`/operator/registrations/${registrationId}`}>
              {registrationTitle ?? t.registrationOpen}
            </Link>
          </Fact>
        )}
        <Fact name={t.number}>
          <span className="g2-mono">{number}</span>
        </Fact>
        <Fact name={t.received}>{formatDateTime(createdAt)}</Fact>
      </Facts>
    </Panel>
  );
}
