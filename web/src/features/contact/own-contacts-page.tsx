import '../../ui/mantine-forms.ts';
import { CLIENT_PAGE_SIZE, MAX_LENGTH } from '@g2/gateway/contract/common';
import type { OwnContact } from '@g2/gateway/contract/contacts';
import { replyContactBody } from '@g2/gateway/contract/contacts';
import { Button, Stack, Textarea } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useDocumentVisibility } from '@mantine/hooks';
import { IconArrowBackUp, IconMessageCircle, IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { failedToLoad, HttpError, reasonOf } from '../../lib/failures.ts';
import { formatInteger } from '../../lib/format.ts';
import { useDraft } from '../../lib/use-draft.ts';
import { StateBadge } from '../../shared/contact/state-badge.tsx';
import { recordPath } from '../../shared/registration/api.ts';
import { SupportLine } from '../../shared/support/support-line.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { Pager } from '../../ui/pager.tsx';
import { RecoveredNote } from '../../ui/recovered.tsx';
import { RetryLine } from '../../ui/retry-line.tsx';
import { MessageItem } from '../../ui/said.tsx';
import { PageSpinner } from '../../ui/spinner.tsx';
import { notify } from '../../ui/toast-store.ts';
import { ownContactsQuery, useMarkContactsRead, useReplyContact } from './api.ts';
import classes from './contact.module.css';
import { texts } from './texts.ts';

const t = texts.own;

/** /profile/atendimentos: the account's contacts with the answers. @param nav navigation of the profile pages */
export function OwnContactsPage({ nav }: { readonly nav: ReactNode }) {
  return (
    <Page title={t.title} lead={t.lead} narrow>
      <Stack gap="xl">
        {nav}
        <ContactList />
      </Stack>
    </Page>
  );
}

const WriteButton = () => (
  <Button component={Link} to="/help#contato" leftSection={<IconMessageCircle size={18} aria-hidden />}>
    {t.write}
  </Button>
);

const NO_CONTACTS: readonly OwnContact[] = [];

function ContactList() {
  const [page, setPage] = useState(1);
  const query = useQuery(ownContactsQuery(page));
  const { data } = query;
  const isSeen = useDocumentVisibility() === 'visible';
  useMarkContactsRead(data?.items ?? NO_CONTACTS, isSeen);
  if (failedToLoad(query))
    return <RetryLine text={t.notLoaded} busy={query.isFetching} onRetry={() => void query.refetch()} />;
  if (data === undefined) return <PageSpinner />;
  if (data.total === 0)
    return (
      <EmptyState title={t.none} text={t.noneText} icon={<IconMessageCircle size={28} aria-hidden />}>
        <WriteButton />
        <SupportLine />
      </EmptyState>
    );
  return (
    <>
      <div className="g2-spread">
        <SupportLine />
        <WriteButton />
      </div>
      <ul className={classes.own} aria-label={t.list}>
        {data.items.map((contact) => (
          <ContactItem key={contact.number} contact={contact} />
        ))}
      </ul>
      {data.total > CLIENT_PAGE_SIZE && (
        <Pager page={page} pageSize={CLIENT_PAGE_SIZE} total={data.total} onChange={setPage} />
      )}
    </>
  );
}

function ContactItem({ contact }: { readonly contact: OwnContact }) {
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
        <MessageItem author={t.you} at={createdAt} text={message} mine />
        {answers.map(({ id, fromStaff, text, createdAt: at }) => (
          <MessageItem key={id} author={fromStaff ? t.team : t.you} at={at} text={text} mine={!fromStaff} />
        ))}
      </ol>
      {state === 'open' && <p className="g2-note">{t.waiting}</p>}
      {state === 'closed' && <p className="g2-note">{contact.canReply ? t.reopens : t.over}</p>}
      {contact.canReply && <ReplyForm number={number} />}
    </li>
  );
}

/** The reply form of a contact, behind a button unless a draft exists. */
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
          aria-label={t.replyTo(number)}
          onClick={() => setOpen(true)}
        >
          {t.reply}
        </Button>
      </div>
    );
  const send = ({ text }: { text: string }) =>
    mutate(text.trim(), {
      onSuccess: () => {
        draft.clear();
        form.setValues({ text: '' });
        setOpen(false);
        notify.success(t.sent, number);
      },
      onError: (error) => {
        if (error instanceof HttpError) form.setErrors({ ...error.fields });
        notify.error(texts.failed, reasonOf(error, texts.failedText));
      },
    });
  return (
    <form className={classes.form} noValidate onSubmit={form.onSubmit(send)}>
      {draft.recovered && <RecoveredNote onDiscard={() => draft.discard(form)} />}
      <Textarea
        label={t.replyTo(number)}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        description={texts.counter(
          formatInteger(Array.from(form.values.text.trim()).length),
          formatInteger(MAX_LENGTH.contactMessage),
        )}
        autosize
        minRows={3}
        maxRows={14}
        readOnly={isPending}
        // The user has just pressed the button to write.
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
