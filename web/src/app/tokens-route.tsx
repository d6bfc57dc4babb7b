import { ProfileNav } from '../features/session/profile-nav.tsx';
import { TokensPage } from '../features/tokens/tokens-page.tsx';

/** /profile/tokens. Composed here because the navigation belongs to the session feature. */
export const TokensRoute = () => <TokensPage nav={<ProfileNav />} />;
