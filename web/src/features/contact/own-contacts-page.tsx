import '../../ui/mantine-forms.ts';
import { CLIENT_PAGE_SIZE, MAX_LENGTH } from '@g2/gateway/contract/constants';
import { type OwnContact, replyContactBody } from '@g2/gateway/contract/contacts';
import { Button, Stack, Textarea } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useDocumentVisibility } from '@mantine/hooks';
import { IconArrowBackUp, IconMessageCircle, IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { formatInteger } from '../../lib/format.ts';
import { useDraft } from '../../lib/use-draft.ts';
import { StateBadge } from '../../shared/contact/state-badge.tsx';
import { registrationPath } from '../../shared/registration/api.ts';
import { SupportLine } from '../../shared/support/support-line.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { showFormFailure } from '../../ui/form-failure.ts';
import { Page } from '../../ui/page.tsx';
import { Pager } from '../../ui/pager.tsx';
import { QueryFrame } from '../../ui/query-frame.tsx';
import { RecoveredNote } from '../../ui/recovered.tsx';
import { MessageItem } from '../../ui/said.tsx';
import { PageSpinner } from '../../ui/spinner.tsx';
import { notify } from '../../ui/toast-store.ts';
import { ownContactsQuery, useMarkContactsRead, useReplyContact } from './api.ts';
import { texts } from './texts.ts';

const t = texts.ownContacts;

const NO_CONTACTS: readonly OwnContact[] = [];

/** The user's contacts with the staff, and their answers. @param nav links to the other account pages */
export function OwnContactsPage({ nav }: { readonly nav: ReactNode }) {
  const [page, setPage] = useState(1);
  const query = useQuery(ownContactsQuery(page));
  useMarkContactsRead(query.data?.items ?? NO_CONTACTS, useDocumentVisibility() === 'visible');
  const writeButton = (
    <Button component={Link} to="/help#contato" leftSection={<IconMessageCircle size={18} aria-hidden />}>
      {t.writeMessage}
    </Button>
  );
  return (
    <Page title={t.title} lead={t.lead} narrow>
      <Stack gap="xl">
        {nav}
        <QueryFrame query={query} loading={<PageSpinner />} failed={t.loadFailed}>
          {({ items, total }) =>
            total === 0 ? (
              <EmptyState
                title={t.emptyTitle}
                text={t.emptyText}
                icon={<IconMessageCircle size={28} aria-hidden />}
              >
                {writeButton}
                <SupportLine />
              </EmptyState>
            ) : (
              <>
                <div className="g2-spread">
                  <SupportLine />
                  {writeButton}
                </div>
                <ul className="g2-list grid gap-4" aria-label={t.listLabel}>
                  {items.map((contact) => (
                    <ContactItem key={contact.number} contact={contact} />
                  ))}
                </ul>
                {total > CLIENT_PAGE_SIZE && (
                  <Pager page={page} pageSize={CLIENT_PAGE_SIZE} total={total} onChange={setPage} />
                )}
              </>
            )
          }
        </QueryFrame>
      </Stack>
    </Page>
  );
}

function ContactItem({ contact }: { readonly contact: OwnContact }) {
  const { number, subject, message, answers, state, createdAt, registrationId, isUnread } = contact;
  return (
    <li className="g2-panel g2-edge grid gap-3 data-unread:border-accent" data-unread={isUnread || undefined}>
      <div className="g2-spread items-start">
        <div>
          <h2 className="g2-title wrap-anywhere">{subject}</h2>
          <p className="g2-meta g2-mono">{number}</p>
        </div>
        <span className="g2-row flex-none gap-1.5">
          {isUnread && <span className="g2-badge bg-accent text-on-accent">{t.newAnswer}</span>}
          <StateBadge state={state} />
        </span>
      </div>
      {registrationId !== null && (
        <p className="g2-note">
          <Link className="g2-link" to={registrationPath(registrationId)}>
            {t.openRegistration}
          </Link>
        </p>
      )}
      <ol className="g2-list grid grid-cols-1 gap-3" aria-label={t.conversationLabel(number)}>
        <MessageItem author={t.ownAuthor} at={createdAt} text={message} mine />
        {answers.map(({ id, fromStaff, text, createdAt: at }) => (
          <MessageItem
            key={id}
            author={fromStaff ? t.staffAuthor : t.ownAuthor}
            at={at}
            text={text}
            mine={!fromStaff}
          />
        ))}
      </ol>
      {state === 'open' && <p className="g2-note">{t.waitingForStaff}</p>}
      {state === 'closed' && <p className="g2-note">{contact.canReply ? t.replyReopens : t.closedForGood}</p>}
      {contact.canReply && <ReplyForm number={number} />}
    </li>
  );
}

/** The reply form of a contact. A button opens it; with a stored draft it is open at once. */
function ReplyForm({ number }: { readonly number: string }) {
  const draft = useDraft(`contact-reply.${number}`, ['text']);
  const [isOpen, setOpen] = useState(draft.recovered);
  const { mutate, isPending } = useReplyContact(number);
  const form = useForm({
    initialValues: { text: draft.initial.text },
    validate: schemaResolver(replyContactBody, { sync: true }),
    onValuesChange: draft.keep,
  });
  if (!isOpen)
    return (
      <div>
        <Button
          variant="default"
          size="sm"
          leftSection={<IconArrowBackUp size={17} aria-hidden />}
          aria-label={t.replyLabel(number)}
          onClick={() => setOpen(true)}
        >
          {t.reply}
        </Button>
      </div>
    );
  const sendReply = ({ text }: { text: string }) =>
    mutate(text.trim(), {
      onSuccess: () => {
        draft.clear();
        form.setValues({ text: '' });
        setOpen(false);
        notify.success(t.replySent, number);
      },
      onError: (error) => showFormFailure(form, error, texts.sendFailed, texts.sendFailedText),
    });
  return (
    <form className="grid gap-4" noValidate onSubmit={form.onSubmit(sendReply)}>
      {draft.recovered && <RecoveredNote onDiscard={() => draft.discard(form)} />}
      <Textarea
        label={t.replyLabel(number)}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        description={texts.characterCount(
          formatInteger(Array.from(form.values.text.trim()).length),
          formatInteger(MAX_LENGTH.contactMessage),
        )}
        autosize
        minRows={3}
        maxRows={14}
        readOnly={isPending}
        // The user has just pressed the button that opens the form.
        autoFocus={!draft.recovered}
        {...form.getInputProps('text')}
      />
      <div className="g2-actions">
        <Button type="submit" loading={isPending} leftSection={<IconSend size={17} aria-hidden />}>
          {texts.send}
        </Button>
      </div>
    </form>
  );
}
