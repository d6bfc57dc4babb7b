/** Scopes of API tokens. No zod: public pages import it. */
export { SCOPE_NAMES, SCOPES } from '@g2/terms/api-tokens';
