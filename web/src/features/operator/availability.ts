import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import {
  actionsAt,
  type OperatorAction,
  REGISTRATION_STATUSES,
  type RegistrationStatus,
  STATUS_NAMES,
} from '@g2/gateway/contract/statuses';
import { texts as closed } from '../../shared/registration/closure-texts.ts';
import { texts } from './texts.ts';

type Step = Pick<StaffRegistration, 'status' | 'allowedActions'>;
type Subject = Pick<StaffRegistration, 'userId' | 'allowedActions' | 'closure'>;

/** Why an action is unavailable, or null if it is available. The server's list decides; this only words it. */
export function whyUnavailable(
  registration: Subject,
  action: OperatorAction,
  userId: string | undefined,
): string | null {
  if (registration.allowedActions.includes(action)) return null;
  if (registration.userId === userId) return texts.actions.own;
  if (registration.closure !== null) return closed.staff(registration.closure);
  const open = REGISTRATION_STATUSES.filter((status) => actionsAt(status).includes(action));
  return texts.actions.availableIn(open.map((status) => STATUS_NAMES[status]).join(' ou '));
}

export function effectOf(status: RegistrationStatus, action: OperatorAction): string {
  if (action === 'request_corrections') return texts.actions.correctionsHint;
  const target = targetOf(status, action);
  return target === null ? texts.actions.notesHint : texts.actions.approveTo(STATUS_NAMES[target]);
}

/** The label of an action's button; for an available approval, the step that it takes. */
export function labelOf({ status, allowedActions }: Step, action: OperatorAction): string {
  const name = texts.actions[action];
  if (action !== 'approve' || !allowedActions.includes(action)) return name;
  return texts.steps.approve[status] ?? name;
}

export function doneBy(
  { status, title }: Pick<StaffRegistration, 'status' | 'title'>,
  action: OperatorAction,
): string {
  const target = targetOf(status, action);
  const { done } = texts.steps;
  return target === null ? done.noted(title) : done[target](title);
}

/** The status that an action leads to (spec §4); null if the status stays. */
export function targetOf(status: RegistrationStatus, action: OperatorAction) {
  if (action === 'request_corrections') return 'submitted';
  if (action === 'add_notes') return null;
  return status === 'paid' ? 'reviewing' : 'government_processing';
}
