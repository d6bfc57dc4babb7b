import { ProfileNav } from '../features/session/profile-nav.tsx';
import { TokensPage } from '../features/tokens/tokens-page.tsx';

export function TokensRoute() {
  return <TokensPage nav={<ProfileNav />} />;
}
