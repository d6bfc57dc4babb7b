import { USER_HEADER } from '@g2/gateway/contract/headers';

let believed: string | null = null;

/** Id of the account this page believes to be signed in; null where none is, or it is not known yet. */
export const believedUser = (): string | null => believed;

/** `session.ts` is its one caller. */
export function believe(userId: string | null): void {
  believed = userId;
}

/** Goes with every call: the server does nothing for a page that believes in another account than the session's. */
export const identityHeaders = (): Record<string, string> =>
  believed === null ? {} : { [USER_HEADER]: believed };
