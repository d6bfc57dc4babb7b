import { CONTACT_NUMBER } from '@g2/gateway/contract/contacts';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { ContactSection } from '../features/contact/contact-section.tsx';
import { texts } from '../features/contact/texts.ts';
import { HelpPage } from '../features/help/help-page.tsx';

export function HelpRoute() {
  const reply = useReplySubject();
  return <HelpPage contact={(subject) => <ContactSection id="contato" subject={subject || reply} />} />;
}

/** The contact form's subject for a reply to contact `?atendimento=`. Set in an effect: the page is prerendered. */
function useReplySubject(): string {
  const number = useSearchParams()[0].get('atendimento') ?? '';
  const [subject, setSubject] = useState('');
  useEffect(() => setSubject(CONTACT_NUMBER.test(number) ? texts.about(number) : ''), [number]);
  return subject;
}
