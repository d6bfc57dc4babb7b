import { USER_HEADER } from '@g2/gateway/contract/headers';

let expectedId: string | null = null;

/** Id of the account that this page believes to be signed in; null when signed out or not yet known. */
export const expectedUserId = (): string | null => expectedId;

/** Only `session.ts` may call this. */
export function setExpectedUserId(userId: string | null): void {
  expectedId = userId;
}

/** Header that every call sends: the server rejects the call if the session belongs to another account. */
export const identityHeaders = (): Record<string, string> =>
  expectedId === null ? {} : { [USER_HEADER]: expectedId };
