import { admin } from './admin.ts';
import { buyCredits } from './buy-credits.ts';
import { calls } from './calls.ts';
import { dashboard } from './dashboard.ts';
import { entities } from './entities.ts';
import { errors } from './errors.ts';
import { header } from './header.ts';
import { landing } from './landing.ts';
import { limits } from './limits.ts';
import { operator } from './operator.ts';
import { operatorDetail } from './operator-detail.ts';
import { introduction, purpose } from './purpose.ts';
import { roles } from './roles.ts';
import { routes } from './routes.ts';
import type { Sentence } from './sentence.ts';
import { otherStates, registrationStatus } from './states.ts';
import { users } from './users.ts';
import { validation } from './validation.ts';
import { wizard } from './wizard.ts';

export type Sections = Readonly<Record<string, readonly Sentence[]>>;

/** Everything the specification says, by its headings. */
export const coverage: Sections = {
  'Specification: web service for registering software copyright': introduction,
  '1. What the product does and for whom': purpose,
  '2. Screens and routes': [],
  'Route table': routes,
  Header: header,
  'Landing page (public)': landing,
  'Client dashboard': dashboard,
  'Buy-credits dialog': buyCredits,
  'Registration wizard (/register)': wizard,
  'Admin panel (/admin)': admin,
  'User management (/admin/users)': users,
  'Operator dashboard (/operator)': operator,
  'Operator registration detail': operatorDetail,
  '3. Entities and their fields': entities,
  '4. States and transitions': [],
  'Registration status': registrationStatus,
  'Other states': otherStates,
  '5. Validation rules': validation,
  '6. Roles and permissions': roles,
  '7. The calls it makes': calls,
  '8. Error catalogue': errors,
  '9. Business constants and limits': limits,
};
