import type { Registration } from '@g2/proto/registration';
import { AppError } from '@g2/terms/errors';
import type { Session } from '../sessions.ts';

/** As registration decides it when the upload begins. @throws AppError forbidden for staff, not-editable */
export function mayUpload({ userId, canEdit }: Registration, { user }: Session): void {
  if (userId !== user.id) throw new AppError('forbidden');
  if (!canEdit) throw new AppError('not-editable');
}
