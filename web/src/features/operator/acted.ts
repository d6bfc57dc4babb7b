import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import { OPERATOR_ACTIONS_BY_STATUS, type OperatorAction } from '@g2/gateway/contract/statuses';
import { targetOf } from './availability.ts';

/** What an action will have made of a registration, as far as the screen can know. */
export function acted(before: StaffRegistration, action: OperatorAction, now: Date): StaffRegistration {
  const status = targetOf(before.status, action);
  if (status === null) return before;
  return {
    ...before,
    status,
    statusUpdatedAt: now.toISOString(),
    allowedActions: [...OPERATOR_ACTIONS_BY_STATUS[status]],
  };
}
