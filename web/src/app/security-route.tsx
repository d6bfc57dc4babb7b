import { SecurityPage } from '../features/security/security-page.tsx';
import { ProfileNav } from '../features/session/profile-nav.tsx';

/** /profile/seguranca. Composed here because the navigation belongs to the session feature. */
export const SecurityRoute = () => <SecurityPage nav={<ProfileNav />} />;
