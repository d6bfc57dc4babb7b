import { AppError } from '@g2/terms/errors';

/** What opens an account; a passkey does alone. */
type Ways = { hasPassword: boolean; passkeys: number; links: readonly { provider: string }[] };

/**
 * Looks whether an account could still be entered by what is left to it. A link to a provider that is not configured any
 * more opens nothing.
 * @throws AppError last-way-in
 */
export function keepAWayIn(
  { hasPassword, passkeys, links }: Ways,
  configured: readonly { id: string }[],
): void {
  const opens = links.some(({ provider }) => configured.some(({ id }) => id === provider));
  if (!hasPassword && passkeys === 0 && !opens) throw new AppError('last-way-in');
}
