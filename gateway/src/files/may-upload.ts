import type { CallOptions } from '@g2/kit/grpc-client';
import { AppError } from '@g2/terms/errors';
import type { Clients } from '../clients.ts';
import type { Session } from '../sessions.ts';

/**
 * Whoever may not upload to a registration learns that first, whatever they sent; as registration decides it when the
 * upload begins. A token that reads no registration hears of its own fault.
 * @throws AppError not-found, forbidden for staff, not-editable
 */
export async function mayUpload(
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
