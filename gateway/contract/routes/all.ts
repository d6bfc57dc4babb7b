import { accountRecoveryRoutes } from './account-recovery.ts';
import { accountRoutes } from './accounts.ts';
import { adminRoutes } from './admin.ts';
import { adminAccountRoutes } from './admin-accounts.ts';
import { adminPaymentRoutes } from './admin-payments.ts';
import { apiTokenRoutes } from './api-tokens.ts';
import { approvalRoutes } from './approvals.ts';
import { auditRoutes } from './audit.ts';
import { certificateRoutes } from './certificates.ts';
import { contactRoutes } from './contacts.ts';
import { creditRoutes } from './credits.ts';
import { eventRoutes } from './events.ts';
import { factorRoutes } from './factors.ts';
import { fileRoutes } from './files.ts';
import { governmentRoutes } from './government.ts';
import { holderRoutes } from './holders.ts';
import { linkRoutes } from './links.ts';
import { messageRoutes } from './messages.ts';
import { operatorRoutes } from './operator.ts';
import { ownDataRoutes } from './own-data.ts';
import { paymentRoutes } from './payments.ts';
import { queueViewRoutes } from './queue-views.ts';
import { reasonRoutes } from './reasons.ts';
import { registrationRoutes } from './registrations.ts';
import type { Route } from './route.ts';
import { sessionRoutes } from './sessions.ts';
import { userRoutes } from './users.ts';
import { versionRoutes } from './versions.ts';
import { viewingRoutes } from './viewing.ts';

const TABLES = [
  accountRoutes,
  accountRecoveryRoutes,
  ownDataRoutes,
  sessionRoutes,
  apiTokenRoutes,
  factorRoutes,
  linkRoutes,
  registrationRoutes,
  versionRoutes,
  holderRoutes,
  messageRoutes,
  contactRoutes,
  fileRoutes,
  paymentRoutes,
  certificateRoutes,
  creditRoutes,
  reasonRoutes,
  operatorRoutes,
  queueViewRoutes,
  viewingRoutes,
  governmentRoutes,
  userRoutes,
  adminAccountRoutes,
  adminRoutes,
  adminPaymentRoutes,
  approvalRoutes,
  auditRoutes,
  eventRoutes,
] as const;

export const ALL_ROUTES: readonly (readonly [operationId: string, route: Route])[] = TABLES.flatMap(
  (routes) => Object.entries<Route>(routes),
);

type AllOf<Table> = (Table extends unknown ? (one: Table) => void : never) extends (all: infer All) => void
  ? All
  : never;

/** All routes by operationId, each with the type from its own table. */
export const ROUTES: AllOf<(typeof TABLES)[number]> = Object.assign({}, ...TABLES);
