import { LegalPage } from './legal-page.tsx';
import { terms } from './terms.ts';

export const TermsPage = () => <LegalPage text={terms} />;
