import { AppError } from '@g2/terms/errors';

type SignInMethods = { hasPassword: boolean; passkeys: number; links: readonly { provider: string }[] };

/** Requires a way to sign in. Links to unconfigured providers do not count. @throws AppError last-way-in */
export function assertSignInMethod(
  { hasPassword, passkeys, links }: SignInMethods,
  configured: readonly { id: string }[],
): void {
  const opens = links.some(({ provider }) => configured.some(({ id }) => id === provider));
  if (!hasPassword && passkeys === 0 && !opens) throw new AppError('last-way-in');
}
