// Without schemas, for the pages' first script reads it.

/** Names the account a page believes to be signed in; a call whose session is another's is refused. */
export const USER_HEADER = 'x-g2-user';
