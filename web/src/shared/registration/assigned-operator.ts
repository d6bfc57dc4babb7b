import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import { fullName } from '../../ui/person-name.tsx';

/** Name of the operator assigned to a registration; a general term if the name is not available. */
export const assignedOperatorName = ({
  assignedOperator,
}: Pick<StaffRegistration, 'assignedOperator'>): string =>
  assignedOperator === null ? 'outra pessoa da equipe' : fullName(assignedOperator);
