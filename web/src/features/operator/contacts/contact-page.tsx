import '../../../ui/mantine-forms.ts';
import type { Contact } from '@g2/gateway/contract/contacts';
import { Button, Skeleton } from '@mantine/core';
import { IconArrowLeft, IconInbox } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { HttpError } from '../../../lib/failures.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { mailto } from '../../../lib/mailto.ts';
import { useUser } from '../../../lib/session.ts';
import { StateBadge } from '../../../shared/contact/state-badge.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Fact, Facts, Panel } from '../../../ui/facts.tsx';
import { Page, WidePage } from '../../../ui/page.tsx';
import { QueryFrame } from '../../../ui/query-frame.tsx';
import { MessageItem } from '../../../ui/said.tsx';
import { AnswerForm } from './answer-form.tsx';
import { contactQuery, staffName, useContactAction } from './api.ts';
import { texts } from './texts.ts';

const t = texts.page;
const LIST_PATH = '/operator/atendimentos';

export function ContactPage() {
  const { number = '' } = useParams();
  const query = useQuery(contactQuery(number.toUpperCase()));
  const { data, error } = query;
  const isMissing = data === undefined && error instanceof HttpError && error.status === 404;
  return (
    <WidePage>
      <Page
        title={data?.subject ?? texts.title}
        tabTitle={data?.number ?? texts.title}
        badge={data && <StateBadge state={data.state} />}
        lead={
          <Link to={LIST_PATH} className="g2-inline g2-link min-h-7">
            <IconArrowLeft size={16} aria-hidden /> {t.back}
          </Link>
        }
      >
        {isMissing ? (
          <EmptyState alert title={t.missing} text={t.missingText} icon={<IconInbox size={28} aria-hidden />}>
            <Button component={Link} to={LIST_PATH} variant="default" mt="md">
              {t.back}
            </Button>
          </EmptyState>
        ) : (
          <QueryFrame
            query={query}
            loading={<Skeleton height={320} radius="lg" role="status" aria-label={texts.list} />}
            failed={t.failed}
          >
            {(contact) => <ContactView key={contact.number} contact={contact} />}
          </QueryFrame>
        )}
      </Page>
    </WidePage>
  );
}

function ContactView({ contact }: { contact: Contact }) {
  return (
    <div className="grid grid-cols-1 desktop:grid-cols-[minmax(0,1fr)_380px] gap-5 items-start max-w-[1240px]">
      <div className="grid gap-5 min-w-0">
        <Panel title={t.conversation}>
          <ol className="g2-list grid grid-cols-1 gap-3">
            <MessageItem author={contact.name} at={contact.createdAt} text={contact.message} mine={false} />
            {contact.answers.map(({ id, fromStaff, author, text, createdAt }) => (
              <MessageItem
                key={id}
                author={fromStaff ? staffName(author) : contact.name}
                at={createdAt}
                text={text}
                mine={fromStaff}
              />
            ))}
          </ol>
          {contact.closedAt !== null && (
            <p className="g2-note">{closureText(contact.closedBy, formatDateTime(contact.closedAt))}</p>
          )}
        </Panel>
        <AnswerForm contact={contact} />
      </div>
      <ContactAuthor contact={contact} />
    </div>
  );
}

const closureText = (staffMember: Contact['closedBy'], time: string): string =>
  staffMember === null ? t.closedAt(time) : t.closedBy(staffName(staffMember), time);

/** The author of the contact request, with links to their registrations and, for admins, their account. */
function ContactAuthor({ contact }: { contact: Contact }) {
  const { name, email, userId, emailProven, registrationId, registrationTitle, createdAt, number } = contact;
  const isAdmin = useUser()?.role === 'admin';
  return (
    <Panel title={t.author}>
      <Facts>
        <Fact name={t.name}>{name}</Fact>
        <Fact name={t.email}>
          <a className="g2-link g2-link-alone" href={mailto(email, number)}>
            {email}
          </a>
        </Fact>
        <Fact name={t.account}>
          {userId === null && (
            <span className="g2-badge bg-warning-soft text-warning">{texts.noAccount}</span>
          )}
          {userId !== null && !emailProven && (
            <span className="g2-badge bg-warning-soft text-warning">{texts.unconfirmedEmail}</span>
          )}{' '}
          {userId !== null &&
            (isAdmin ? (
              <Link className="g2-link g2-link-alone" to={`/admin/users/${userId}`}>
                {t.openAccount}
              </Link>
            ) : (
              t.withAccount
            ))}
        </Fact>
        {userId !== null && (
          <Fact name={t.registrations}>
            <Link
              className="g2-link g2-link-alone"
              to={`/operator?tab=all&search=${encodeURIComponent(email)}`}
            >
              {t.openRegistrations}
            </Link>
          </Fact>
        )}
        {registrationId !== null && (
          <Fact name={t.registration}>
            <Link className="g2-link g2-link-alone" to={`/operator/registrations/${registrationId}`}>
              {registrationTitle ?? t.openRegistration}
            </Link>
          </Fact>
        )}
        <Fact name={t.number}>
          <span className="g2-mono">{number}</span>
        </Fact>
        <MentionedContacts contact={contact} />
        <Assignee contact={contact} />
        <Fact name={t.received}>{formatDateTime(createdAt)}</Fact>
      </Facts>
    </Panel>
  );
}

/** Links to the first five contact requests that this contact request mentions by number. */
function MentionedContacts({ contact: { number, subject, message } }: { contact: Contact }) {
  const mentionedNumbers = new Set(`${subject} ${message}`.match(/\bAT-\d{4}-\d{6,9}\b/g));
  mentionedNumbers.delete(number);
  if (mentionedNumbers.size === 0) return null;
  return (
    <Fact name={t.mentionedContacts}>
      {[...mentionedNumbers].slice(0, 5).map((mentionedNumber) => (
        <Link
          key={mentionedNumber}
          className="g2-link g2-link-alone"
          to={`/operator/atendimentos/${mentionedNumber}`}
        >
          {mentionedNumber}
        </Link>
      ))}
    </Fact>
  );
}

/** The staff member to whom the contact request is assigned, with a button to take or release it. */
function Assignee({ contact }: { contact: Contact }) {
  const { assignee } = contact;
  const user = useUser();
  const { mutate, isPending } = useContactAction(contact);
  const isMine = assignee !== null && assignee.id === user?.id;
  return (
    <Fact name={t.assignee}>
      {assignee === null ? t.unassigned : staffName(assignee)}{' '}
      <Button
        variant="default"
        size="xs"
        loading={isPending}
        onClick={() => mutate({ kind: isMine ? 'leave' : 'take' })}
      >
        {isMine ? t.release : t.take}
      </Button>
    </Fact>
  );
}
