import { OwnContactsPage } from '../features/contact/own-contacts-page.tsx';
import { ProfileNav } from '../features/session/profile-nav.tsx';

/** /profile/atendimentos. Composed here because the navigation belongs to the session feature. */
export const OwnContactsRoute = () => <OwnContactsPage nav={<ProfileNav />} />;
