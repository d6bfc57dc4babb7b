import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { userQuery } from '../../lib/session.ts';
import { SupportLine } from '../../shared/support/support-line.tsx';
import classes from './contact.module.css';
import { ContactForm, type SentContact } from './contact-form.tsx';
import { texts as t } from './texts.ts';
import { useSentToast } from './use-sent-toast.ts';

/** The contact form as a section of a page. Once the message is sent, its number replaces the form. */
export function ContactSection({ id, subject }: { readonly id: string; readonly subject: string }) {
  const { data: user = null, isPending } = useQuery(userQuery);
  const [sent, setSent] = useState<SentContact | null>(null);
  const showSentToast = useSentToast();
  const isUser = user !== null;
  return (
    <section id={id} className={classes.section} aria-labelledby={`${id}-title`}>
      <div className={classes.head}>
        <h2 id={`${id}-title`}>{t.title}</h2>
        <p>{isUser ? t.leadUser(user.email) : t.lead}</p>
        <SupportLine />
        <noscript>
          <p>{t.noScript}</p>
        </noscript>
      </div>
      {sent === null && !isPending && (
        <ContactForm
          key={isUser ? user.id : ''}
          user={user}
          subject={subject}
          onSent={(now) => {
            setSent(now);
            showSentToast(now.number, isUser);
          }}
        />
      )}
      {sent !== null && <SentNote sent={sent} isUser={isUser} onAnother={() => setSent(null)} />}
    </section>
  );
}

interface SentNoteProps {
  readonly sent: SentContact;
  readonly isUser: boolean;
  readonly onAnother: () => void;
}

function SentNote({ sent: { number, email }, isUser, onAnother }: SentNoteProps) {
  return (
    <div className={classes.sent} role="status">
      <h3>{t.sent.heading}</h3>
      <p className={classes.number}>
        <span>{t.sent.number}</span>
        <strong>{number}</strong>
      </p>
      <p>{isUser ? t.sent.user : t.sent.visitor(email)}</p>
      <div className="g2-row">
        {isUser && (
          <Button component={Link} to="/profile/atendimentos" variant="default" size="sm">
            {t.sent.own}
          </Button>
        )}
        <Button variant="subtle" size="sm" onClick={onAnother}>
          {t.sent.another}
        </Button>
      </div>
    </div>
  );
}
