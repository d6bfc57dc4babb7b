import { OwnDataPage } from '../features/own-data/own-data-page.tsx';
import { ProfileNav } from '../features/session/profile-nav.tsx';

/** /profile/dados. Composed here because the navigation belongs to the session feature. */
export const OwnDataRoute = () => <OwnDataPage nav={<ProfileNav />} />;
