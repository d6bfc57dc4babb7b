import { LegalPage } from './legal-page.tsx';
import { terms } from './terms.ts';

/** /termos */
export const TermsPage = () => <LegalPage text={terms} />;
