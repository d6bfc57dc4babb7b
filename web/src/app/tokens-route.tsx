import { ProfileNav } from '../features/session/profile-nav.tsx';
import { TokensPage } from '../features/tokens/tokens-page.tsx';

/** The page of API tokens, among the others of one's account. */
export function TokensRoute() {
  return <TokensPage nav={<ProfileNav />} />;
}
