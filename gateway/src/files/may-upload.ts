import type { CallOptions } from '@g2/kit/grpc-client';
import { AppError } from '@g2/terms/errors';
import type { Clients } from '../clients.ts';
import type { Session } from '../sessions.ts';

/**
 * Checks early what the registration service checks on commit. API tokens without `registrations:read` skip
 * the check and are refused later.
 * @throws AppError not-found, forbidden for staff, not-editable
 */
export async function assertMayUpload(
  { registrations }: Pick<Clients, 'registrations'>,
  id: string,
  { user, scopes }: Session,
  call: CallOptions,
): Promise<void> {
  if (scopes && !scopes.includes('registrations:read')) return;
  const { userId, canEdit } = await registrations.getRegistration({ id }, call);
  if (userId !== user.id) throw new AppError('forbidden');
  if (!canEdit) throw new AppError('not-editable');
}
