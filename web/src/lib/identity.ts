import { USER_HEADER } from '@g2/gateway/contract/headers';

let expected: string | null = null;

/** Id of the account this page believes to be signed in; null where none is, or it is not known yet. */
export const expectedUser = (): string | null => expected;

/** `session.ts` is its one caller. */
export function setExpectedUser(userId: string | null): void {
  expected = userId;
}

/** Goes with every call: the server does nothing for a page that believes in another account than the session's. */
export const identityHeaders = (): Record<string, string> =>
  expected === null ? {} : { [USER_HEADER]: expected };
