import { OwnDataPage } from '../features/own-data/own-data-page.tsx';
import { ProfileNav } from '../features/session/profile-nav.tsx';

/** /profile/dados: one of the pages of the account, whose row is the session's. */
export const OwnData = () => <OwnDataPage nav={<ProfileNav />} />;
