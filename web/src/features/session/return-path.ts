import type { Role } from '@g2/gateway/contract/users';

/** Path of the sign-in page that returns to the given page afterwards. */
export function authPath(from: { pathname: string; search: string }): string {
  const returnUrl = `${from.pathname}${from.search}`;
  return returnUrl === '/' ? '/auth' : `/auth?next=${encodeURIComponent(returnUrl)}`;
}

/** Base URL for parsing. A path on this site keeps this origin; a URL of another site does not. */
const PLACEHOLDER_ORIGIN = 'http://site.invalid';

const HOME_PATHS: Readonly<Record<Role, string>> = {
  client: '/dashboard',
  operator: '/operator',
  admin: '/admin',
};

/** Path to open after signing in: the requested path if it is on this site, otherwise the home page of the role. */
export function returnPath(search: string, role: Role = 'client'): string {
  const next = new URLSearchParams(search).get('next');
  return next !== null && isPathOnSite(next) && !next.startsWith('/auth') ? next : HOME_PATHS[role];
}

/** Parses the path like a browser, which reads "\\" as "/" and ignores tabs and newlines. */
function isPathOnSite(next: string): boolean {
  if (!/^\/(?![/\\\s])/.test(next) || !URL.canParse(next, PLACEHOLDER_ORIGIN)) return false;
  const { origin, pathname } = new URL(next, PLACEHOLDER_ORIGIN);
  return origin === PLACEHOLDER_ORIGIN && !pathname.startsWith('//');
}

/** Whether the user was redirected to the sign-in page because their session ended. */
export const hasSessionEnded = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'ended' in state && state.ended === true;
