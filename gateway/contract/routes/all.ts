import { accountRoutes } from './accounts.ts';
import { adminRoutes } from './admin.ts';
import { adminPaymentRoutes } from './admin-payments.ts';
import { creditRoutes } from './credits.ts';
import { eventRoutes } from './events.ts';
import { fileRoutes } from './files.ts';
import { holderRoutes } from './holders.ts';
import { operatorRoutes } from './operator.ts';
import { paymentRoutes } from './payments.ts';
import { registrationRoutes } from './registrations.ts';
import type { Route } from './route.ts';
import { userRoutes } from './users.ts';

/** Every call of the API, with its operationId. */
export const ALL_ROUTES: readonly (readonly [operationId: string, route: Route])[] = [
  accountRoutes,
  registrationRoutes,
  holderRoutes,
  fileRoutes,
  paymentRoutes,
  creditRoutes,
  operatorRoutes,
  userRoutes,
  adminRoutes,
  adminPaymentRoutes,
  eventRoutes,
].flatMap((routes) => Object.entries<Route>(routes));
