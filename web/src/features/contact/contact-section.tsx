import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { userQuery } from '../../lib/session.ts';
import { SupportLine } from '../../shared/support/support-line.tsx';
import { ContactForm, OWN_CONTACTS_PATH, type SentContact } from './contact-form.tsx';
import { texts as t } from './texts.ts';

/** The contact form as a section of a page. After the message was sent, the contact number replaces the form. */
export function ContactSection({ id, subject }: { readonly id: string; readonly subject: string }) {
  const { data: user = null, isPending } = useQuery(userQuery);
  const [sentContact, setSentContact] = useState<SentContact | null>(null);
  const isUser = user !== null;
  return (
    <section
      id={id}
      className="g2-panel g2-edge mt-12 scroll-mt-21 print:hidden"
      aria-labelledby={`${id}-title`}
    >
      <div className="grid gap-2 mb-5 [&_p]:m-0 [&_p]:text-muted">
        <h2 id={`${id}-title`} className="g2-serif text-2xl">
          {t.title}
        </h2>
        <p>{isUser ? t.leadForUser(user.email) : t.lead}</p>
        <SupportLine />
        <noscript>
          <p>{t.noScript}</p>
        </noscript>
      </div>
      {sentContact === null && !isPending && (
        <ContactForm key={isUser ? user.id : ''} user={user} subject={subject} onSent={setSentContact} />
      )}
      {sentContact !== null && (
        <div className="grid justify-items-start gap-3" role="status">
          <h3 className="g2-title">{t.sent.heading}</h3>
          <p className="grid gap-0.5 m-0 py-3 px-4 border-l-3 border-accent bg-accent-soft">
            <span className="g2-meta">{t.sent.number}</span>
            <strong className="g2-mono text-xl font-semibold">{sentContact.number}</strong>
          </p>
          <p className="m-0 text-muted">{isUser ? t.sent.userText : t.sent.visitorText(sentContact.email)}</p>
          <div className="g2-row">
            {isUser && (
              <Button component={Link} to={OWN_CONTACTS_PATH} variant="default" size="sm">
                {t.sent.toOwnContacts}
              </Button>
            )}
            <Button variant="subtle" size="sm" onClick={() => setSentContact(null)}>
              {t.sent.writeAnother}
            </Button>
          </div>
        </div>
      )}
    </section>
  );
}
