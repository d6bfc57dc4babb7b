import { LegalPage } from './legal-page.tsx';
import { privacy } from './privacy.ts';

/** /privacidade */
export const PrivacyPage = () => <LegalPage text={privacy} />;
