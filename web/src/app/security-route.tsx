import { SecurityPage } from '../features/security/security-page.tsx';
import { ProfileNav } from '../features/session/profile-nav.tsx';

/** The page of the second factor, among the others of one's account. */
export function SecurityRoute() {
  return <SecurityPage nav={<ProfileNav />} />;
}
