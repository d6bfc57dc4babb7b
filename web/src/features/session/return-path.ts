import type { Role } from '@g2/gateway/contract/users';

/** Address of the sign-in page that leads back to where one was. */
export function authPath(from: { pathname: string; search: string }): string {
  const back = `${from.pathname}${from.search}`;
  return back === '/' ? '/auth' : `/auth?next=${encodeURIComponent(back)}`;
}

/** Any origin serves: a path of this site stays on it, wherever the site is. */
const SITE = 'http://site.invalid';

/** Where somebody's work is: the pages of staff, the dashboard of everybody else. */
const WORK: Readonly<Record<Role, string>> = { client: '/dashboard', operator: '/operator', admin: '/admin' };

/** Where to go after signing in: a path of this site only, never another site's address; without one to one's work. */
export function returnPath(search: string, role: Role = 'client'): string {
  const next = new URLSearchParams(search).get('next');
  return next !== null && isOwnPath(next) && !next.startsWith('/auth') ? next : WORK[role];
}

/** Judged as a browser reads it: "\\" as "/", tabs and line ends as nothing. */
function isOwnPath(next: string): boolean {
  if (!/^\/(?![/\\\s])/.test(next) || !URL.canParse(next, SITE)) return false;
  const { origin, pathname } = new URL(next, SITE);
  return origin === SITE && !pathname.startsWith('//');
}

/** True where one was led to the sign-in page because the session ended in the middle of something. */
export const wasEnded = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'ended' in state && state.ended === true;
