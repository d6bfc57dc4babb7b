// No schemas here: the first script of the pages imports it.

/** Account id the page believes to be signed in. A request from a session of another account is refused. */
export const USER_HEADER = 'x-g2-user';
