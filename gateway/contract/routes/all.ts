import { accountRoutes } from './accounts.ts';
import { adminRoutes } from './admin.ts';
import { adminPaymentRoutes } from './admin-payments.ts';
import { certificateRoutes } from './certificates.ts';
import { creditRoutes } from './credits.ts';
import { eventRoutes } from './events.ts';
import { fileRoutes } from './files.ts';
import { holderRoutes } from './holders.ts';
import { operatorRoutes } from './operator.ts';
import { paymentRoutes } from './payments.ts';
import { registrationRoutes } from './registrations.ts';
import type { Route } from './route.ts';
import { userRoutes } from './users.ts';

const TABLES = [
  accountRoutes,
  registrationRoutes,
  holderRoutes,
  fileRoutes,
  paymentRoutes,
  certificateRoutes,
  creditRoutes,
  operatorRoutes,
  userRoutes,
  adminRoutes,
  adminPaymentRoutes,
  eventRoutes,
] as const;

/** Every call of the API, with its operationId. */
export const ALL_ROUTES: readonly (readonly [operationId: string, route: Route])[] = TABLES.flatMap(
  (routes) => Object.entries<Route>(routes),
);

type AllOf<Table> = (Table extends unknown ? (one: Table) => void : never) extends (all: infer All) => void
  ? All
  : never;

/** The same, each call by its operationId and typed as its own table has it. */
export const ROUTES: AllOf<(typeof TABLES)[number]> = Object.assign({}, ...TABLES);
