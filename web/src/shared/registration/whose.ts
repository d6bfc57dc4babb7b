import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import { fullName } from '../../ui/person-name.tsx';

/** Who works on a registration that somebody works on, by name where it can be read. */
export const operatorOf = ({ assignedOperator }: Pick<StaffRegistration, 'assignedOperator'>): string =>
  assignedOperator === null ? 'outra pessoa da equipe' : fullName(assignedOperator);
