import type { Registration } from '@g2/gateway/contract/registrations';
import { formatCents } from '../../lib/format.ts';
import { texts as closed } from '../../shared/registration/closure-texts.ts';
import { fileTakenTexts } from '../../shared/registration/file-taken.ts';
import { texts } from './texts.ts';
import { correctionOf } from './use-actions.ts';

/** The registration's next step as a text, including who has to act. */
export function nextOf(registration: Registration): string {
  const t = texts.details.nextBy;
  if (registration.closure !== null) return closed.owner(registration.closure);
  if (registration.status !== 'submitted') return t[registration.status];
  if (correctionOf(registration, '') !== null) return t.sentBack;
  if (registration.fileTaken) return fileTakenTexts.owner;
  return registration.canPay ? t.payable(formatCents(registration.paymentAmount)) : t.unfinished;
}
