import { LegalPage } from './legal-page.tsx';
import { privacy } from './privacy.ts';

export const PrivacyPage = () => <LegalPage text={privacy} />;
