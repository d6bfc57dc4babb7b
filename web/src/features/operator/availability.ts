import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import {
  actionsAt,
  type OperatorAction,
  REGISTRATION_STATUSES,
  type RegistrationStatus,
  STATUS_NAMES,
} from '@g2/gateway/contract/statuses';
import { texts } from './texts.ts';

type Subject = Pick<StaffRegistration, 'userId' | 'allowedActions'>;

/** Why an action is not on offer now, or null when it is. The server's list decides; this only words it. */
export function whyUnavailable(
  registration: Subject,
  action: OperatorAction,
  userId: string | undefined,
): string | null {
  if (registration.allowedActions.includes(action)) return null;
  if (registration.userId === userId) return texts.actions.own;
  const open = REGISTRATION_STATUSES.filter((status) => actionsAt(status).includes(action));
  return texts.actions.availableIn(open.map((status) => STATUS_NAMES[status]).join(' ou '));
}

/** What an action that is on offer will do. */
export function effectOf(status: RegistrationStatus, action: OperatorAction): string {
  if (action === 'request_corrections') return texts.actions.correctionsHint;
  const target = targetOf(status, action);
  return target === null ? texts.actions.notesHint : texts.actions.approveTo(STATUS_NAMES[target]);
}

/** Where an action leads (spec §4); null when the status stays. */
export function targetOf(status: RegistrationStatus, action: OperatorAction): RegistrationStatus | null {
  if (action === 'request_corrections') return 'submitted';
  if (action === 'add_notes') return null;
  return status === 'paid' ? 'reviewing' : 'government_processing';
}
