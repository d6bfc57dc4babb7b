import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import {
  actionsAt,
  type OperatorAction,
  REGISTRATION_STATUSES,
  type RegistrationStatus,
  STATUS_NAMES,
} from '@g2/gateway/contract/statuses';
import { texts as closed } from '../../shared/registration/closure-texts.ts';
import { texts as steps } from './step-texts.ts';
import { texts } from './texts.ts';

type Step = Pick<StaffRegistration, 'status' | 'allowedActions'>;
type Subject = Pick<StaffRegistration, 'userId' | 'allowedActions' | 'closure'>;

/** Names of the actions (spec §4). */
export const NAMES: Readonly<Record<OperatorAction, string>> = {
  approve: texts.actions.approve,
  request_corrections: texts.actions.corrections,
  add_notes: texts.actions.notes,
};

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

/** The effect of an available action, in words. */
export function effectOf(status: RegistrationStatus, action: OperatorAction): string {
  if (action === 'request_corrections') return texts.actions.correctionsHint;
  const target = targetOf(status, action);
  return target === null ? texts.actions.notesHint : texts.actions.approveTo(STATUS_NAMES[target]);
}

/** The label of an action's button; for an available approval, the step that it takes. */
export function labelOf({ status, allowedActions }: Step, action: OperatorAction): string {
  const name = NAMES[action];
  if (action !== 'approve' || !allowedActions.includes(action)) return name;
  return steps.approve[status] ?? name;
}

/** The outcome of an action on a registration, in one sentence. */
export function doneBy(
  { status, title }: Pick<StaffRegistration, 'status' | 'title'>,
  action: OperatorAction,
): string {
  const target = targetOf(status, action);
  if (target === null) return steps.done.noted(title);
  if (target === 'submitted') return steps.done.submitted(title);
  return steps.done[target === 'reviewing' ? target : 'government_processing'](title);
}

/** The status that an action leads to (spec §4); null if the status stays. */
export function targetOf(status: RegistrationStatus, action: OperatorAction): RegistrationStatus | null {
  if (action === 'request_corrections') return 'submitted';
  if (action === 'add_notes') return null;
  return status === 'paid' ? 'reviewing' : 'government_processing';
}
