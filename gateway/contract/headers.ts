// This file has no zod schemas, because the first script of every page imports it.

/** Account id that the page expects to be signed in. The server refuses a request of another account's session. */
export const USER_HEADER = 'x-g2-user';
