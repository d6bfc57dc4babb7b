/** Address of the sign-in page that leads back to where one was. */
export function authPath(from: { pathname: string; search: string }): string {
  const back = `${from.pathname}${from.search}`;
  return back === '/' ? '/auth' : `/auth?next=${encodeURIComponent(back)}`;
}

/** Where to go after signing in: a path of this site only, never another site's address. */
export function returnPath(search: string): string {
  const next = new URLSearchParams(search).get('next');
  if (next === null || !/^\/(?![/\\])/.test(next) || next.startsWith('/auth')) return '/dashboard';
  return next;
}
