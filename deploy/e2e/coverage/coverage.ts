import { admin } from './admin.ts';
import { buyCredits } from './buy-credits.ts';
import { dashboard } from './dashboard.ts';
import { header } from './header.ts';
import { landing } from './landing.ts';
import { operator } from './operator.ts';
import { operatorDetail } from './operator-detail.ts';
import { routes } from './routes.ts';
import type { Sentence } from './sentence.ts';
import { users } from './users.ts';
import { wizard } from './wizard.ts';

export type Sections = Readonly<Record<string, readonly Sentence[]>>;

/** Every sentence of spec §2, by its section. */
export const coverage: Sections = {
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
};
