import { SecurityPage } from '../features/security/security-page.tsx';
import { ProfileNav } from '../features/session/profile-nav.tsx';

export function SecurityRoute() {
  return <SecurityPage nav={<ProfileNav />} />;
}
