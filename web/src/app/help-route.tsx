import { CONTACT_NUMBER } from '@g2/gateway/contract/contacts';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { ContactSection } from '../features/contact/contact-section.tsx';
import { texts } from '../features/contact/texts.ts';
import { HelpPage } from '../features/help/help-page.tsx';

/** /help: the questions, and below them the form for what none of them answers. */
export function HelpRoute() {
  const answered = useAnswered();
  return <HelpPage contact={(subject) => <ContactSection id="contato" subject={subject || answered} />} />;
}

/** What a visitor's answer leads to: the subject with its number. Read once the page listens, for it came rendered. */
function useAnswered(): string {
  const number = useSearchParams()[0].get('atendimento') ?? '';
  const [subject, setSubject] = useState('');
  useEffect(() => setSubject(CONTACT_NUMBER.test(number) ? texts.about(number) : ''), [number]);
  return subject;
}
