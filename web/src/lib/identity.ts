import { USER_HEADER } from '@g2/gateway/contract/headers';

let expected: string | null = null;

/** Id of the account that this page believes to be signed in; null when signed out or not yet known. */
export const expectedUser = (): string | null => expected;

/** Only `session.ts` may call this. */
export function setExpectedUser(userId: string | null): void {
  expected = userId;
}

/** Header of every call: the server rejects the call when the session belongs to another account. */
export const identityHeaders = (): Record<string, string> =>
  expected === null ? {} : { [USER_HEADER]: expected };
