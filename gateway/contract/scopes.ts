/** What an API token may be let do. No zod: public pages tell of it. */
export { SCOPE_NAMES, SCOPES } from '@g2/terms/api-tokens';
