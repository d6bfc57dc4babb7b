import type { Role } from '@g2/gateway/contract/users';

export function authPath(from: { pathname: string; search: string }): string {
  const back = `${from.pathname}${from.search}`;
  return back === '/' ? '/auth' : `/auth?next=${encodeURIComponent(back)}`;
}

/** Arbitrary origin for parsing: a path of this site keeps it, a foreign URL does not. */
const SITE = 'http://site.invalid';

const WORK: Readonly<Record<Role, string>> = { client: '/dashboard', operator: '/operator', admin: '/admin' };

/** Where to go after signing in: the requested path, if it is on this site, else the role's default page. */
export function returnPath(search: string, role: Role = 'client'): string {
  const next = new URLSearchParams(search).get('next');
  return next !== null && isOwnPath(next) && !next.startsWith('/auth') ? next : WORK[role];
}

/** Interprets the path as browsers do: "\\" as "/", tabs and newlines ignored. */
function isOwnPath(next: string): boolean {
  if (!/^\/(?![/\\\s])/.test(next) || !URL.canParse(next, SITE)) return false;
  const { origin, pathname } = new URL(next, SITE);
  return origin === SITE && !pathname.startsWith('//');
}

/** Whether the user was redirected to the sign-in page because their session ended. */
export const wasEnded = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'ended' in state && state.ended === true;
