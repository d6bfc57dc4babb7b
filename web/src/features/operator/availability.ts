import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import {
  actionsAt,
  type OperatorAction,
  REGISTRATION_STATUSES,
  type RegistrationStatus,
  STATUS_NAMES,
} from '@g2/gateway/contract/status-terms';
import { texts as closureTexts } from '../../shared/registration/closure-texts.ts';
import { texts } from './texts.ts';

type LabelledRegistration = Pick<StaffRegistration, 'status' | 'allowedActions'>;
type CheckedRegistration = Pick<StaffRegistration, 'userId' | 'allowedActions' | 'closure'>;

/** Why an action is unavailable; null if it is available. The server decides; this function only explains. */
export function whyUnavailable(
  registration: CheckedRegistration,
  action: OperatorAction,
  userId: string | undefined,
): string | null {
  if (registration.allowedActions.includes(action)) return null;
  if (registration.userId === userId) return texts.actions.ownRegistration;
  if (registration.closure !== null) return closureTexts.staff(registration.closure);
  const statuses = REGISTRATION_STATUSES.filter((status) => actionsAt(status).includes(action));
  return texts.actions.availableIn(statuses.map((status) => STATUS_NAMES[status]).join(' ou '));
}

export function actionHint(status: RegistrationStatus, action: OperatorAction): string {
  if (action === 'request_corrections') return texts.actions.correctionsHint;
  const target = targetStatus(status, action);
  return target === null ? texts.actions.notesHint : texts.actions.approvalHint(STATUS_NAMES[target]);
}

/** The label of an action's button. The label of an available approval names the new status. */
export function actionLabel(
  { status, allowedActions }: LabelledRegistration,
  action: OperatorAction,
): string {
  const label = texts.actions[action];
  if (action !== 'approve' || !allowedActions.includes(action)) return label;
  return texts.steps.approve[status] ?? label;
}

export function resultText(
  { status, title }: Pick<StaffRegistration, 'status' | 'title'>,
  action: OperatorAction,
): string {
  const target = targetStatus(status, action);
  const { results } = texts.steps;
  return target === null ? results.noteSaved(title) : results[target](title);
}

/** The status after an action (spec §4); null if the action does not change the status. */
export function targetStatus(status: RegistrationStatus, action: OperatorAction) {
  if (action === 'request_corrections') return 'submitted';
  if (action === 'add_notes') return null;
  return status === 'paid' ? 'reviewing' : 'government_processing';
}
