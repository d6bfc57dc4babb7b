import { CONTACT_NUMBER } from '@g2/gateway/contract/contacts';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { ContactSection } from '../features/contact/contact-section.tsx';
import { texts } from '../features/contact/texts.ts';
import { HelpPage } from '../features/help/help-page.tsx';

export function HelpRoute() {
  const reply = useReplySubject();
  return (
    <HelpPage renderContactForm={(subject) => <ContactSection id="contato" subject={subject || reply} />} />
  );
}

/** Subject of the contact form if the URL names a contact (`?atendimento=`). The prerendered page has none. */
function useReplySubject(): string {
  const number = useSearchParams()[0].get('atendimento') ?? '';
  const [subject, setSubject] = useState('');
  useEffect(() => setSubject(CONTACT_NUMBER.test(number) ? texts.replySubject(number) : ''), [number]);
  return subject;
}
