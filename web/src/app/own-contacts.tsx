import { OwnContactsPage } from '../features/contact/own-contacts-page.tsx';
import { ProfileNav } from '../features/session/profile-nav.tsx';

/** /profile/atendimentos: one of the pages of the account, whose row is the session's. */
export const OwnContacts = () => <OwnContactsPage nav={<ProfileNav />} />;
