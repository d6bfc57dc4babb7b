import { ContactSection } from '../features/contact/contact-section.tsx';
import { HelpPage } from '../features/help/help-page.tsx';

/** /help: the questions, and below them the form for what none of them answers. */
export const HelpRoute = () => (
  <HelpPage contact={(subject) => <ContactSection id="contato" subject={subject} />} />
);
