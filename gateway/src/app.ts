import { endConnectionsWhenStopping, type GracefulClose } from '@g2/kit/http';
import { httpsOptions, reloadRenewedCertificate } from '@g2/kit/internal-tls';
import type { Logger } from '@g2/kit/log';
import type { Bus } from '@g2/kit/nats';
import { addRequestContext, requestIdOf } from '@g2/kit/request-context';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { createApprovableRoutes } from './approvals.ts';
import type { Clients } from './clients.ts';
import type { Config } from './config.ts';
import { createEventHub } from './events/hub.ts';
import type { StorageClient } from './files/storage-client.ts';
import { addBodyLimits } from './plugins/bodies.ts';
import { respondToClientError } from './plugins/client-errors.ts';
import { addDevice } from './plugins/device.ts';
import { createDocuments } from './plugins/documents.ts';
import { addErrors, sendError } from './plugins/errors.ts';
import { addJsonBody } from './plugins/json-body.ts';
import { createAddressLimits, createLimits, createTokenAttempts } from './plugins/limits.ts';
import { addOriginCheck } from './plugins/origin.ts';
import { addProbes } from './plugins/probes.ts';
import { addHead, addNoStore } from './plugins/responses.ts';
import { addSchemas } from './plugins/schemas.ts';
import { addSecurityHeaders } from './plugins/security-headers.ts';
import { addSessionCookie } from './plugins/session.ts';
import { addSpa } from './plugins/spa.ts';
import { overrideMethod } from './plugins/tus.ts';
import type { Deps } from './route.ts';
import { addAccountRecovery } from './routes/account-recovery.ts';
import { addAccounts } from './routes/accounts.ts';
import { addAdminAccounts } from './routes/admin-accounts.ts';
import { addAdminCredits } from './routes/admin-credits.ts';
import { addAdminExport } from './routes/admin-export.ts';
import { addAdminPayments } from './routes/admin-payments.ts';
import { addAdminRegistrations } from './routes/admin-registrations.ts';
import { addAdminStats } from './routes/admin-stats.ts';
import { addAdminUsers } from './routes/admin-users.ts';
import { addApiTokens } from './routes/api-tokens.ts';
import { addApprovals } from './routes/approvals.ts';
import { addAudit } from './routes/audit.ts';
import { addCertificates } from './routes/certificates.ts';
import { addContacts } from './routes/contacts.ts';
import { addCredits } from './routes/credits.ts';
import { addDevMail } from './routes/dev-mail.ts';
import { addDownload } from './routes/download.ts';
import { addEvents } from './routes/events.ts';
import { addOidc } from './routes/external-login.ts';
import { addFactors } from './routes/factors.ts';
import { addFiles } from './routes/files.ts';
import { addGovernment } from './routes/government.ts';
import { addHolders } from './routes/holders.ts';
import { addLog } from './routes/log.ts';
import { addMessages } from './routes/messages.ts';
import { addOpenApi } from './routes/openapi.ts';
import { addOperator } from './routes/operator.ts';
import { addOwnData } from './routes/own-data.ts';
import { addOwnSessions } from './routes/own-sessions.ts';
import { addPayments } from './routes/payments.ts';
import { addQueueViews } from './routes/queue-views.ts';
import { addReasons } from './routes/reasons.ts';
import { addRegistrations } from './routes/registrations.ts';
import { addUpload } from './routes/upload.ts';
import { addVerification } from './routes/verification.ts';
import { addVersions } from './routes/versions.ts';
import { addViewing } from './routes/viewing.ts';
import { createApiTokens, createSessions } from './sessions.ts';

/** Maximum size of a JSON body, bytes. */
const JSON_LIMIT = 1024 * 1024;
/** Longer than the idle time-out of common load balancers, so that these close idle connections first. */
export const KEEP_ALIVE_MS = 72_000;

export type AppParts = {
  log: Logger;
  clients: Clients;
  storage: StorageClient;
  bus: Pick<Bus, 'watch'>;
  /** Time-out for receiving a body, ms; set in tests only. */
  bodyMs?: number;
};
export type App = {
  app: FastifyInstance;
  setReady: (ready: boolean) => void;
  connections: GracefulClose;
};

/** Plugins are registered in order of execution. */
export async function buildApp(config: Config, parts: AppParts): Promise<App> {
  const { log, clients, storage, bus } = parts;
  const app = createServer(config, log);
  const connections = endConnectionsWhenStopping(app);
  let ready = false;

  addRequestContext(app);
  addErrors(app);
  addBodyLimits(app, parts.bodyMs);
  await addSecurityHeaders(app, config);
  addOriginCheck(app, config);
  const cookies = await addSessionCookie(app, config);
  const keepDevice = addDevice(app, config);
  addJsonBody(app);
  addSchemas(app);
  addProbes(app, () => ready);

  const sessions = createSessions(clients.identity, bus);
  const documents = createDocuments(config);
  const deps: Deps = {
    config,
    clients,
    sessions,
    apiTokens: createApiTokens(clients.identity, bus),
    tokenAttempts: createTokenAttempts(config),
    cookies,
    keepDevice,
    limits: createLimits(config),
    addressLimits: createAddressLimits(config),
    approvable: createApprovableRoutes(),
  };
  // The routes are in a nested plugin, because plugins load in order: all hooks above apply to the routes.
  await app.register(async (api) => {
    addNoStore(api);
    addHead(api);
    addAccounts(api, deps);
    addAccountRecovery(api, deps);
    addOwnData(api, deps);
    addOidc(api, deps);
    addOwnSessions(api, deps);
    addApiTokens(api, deps);
    addFactors(api, deps);
    addRegistrations(api, deps);
    addVersions(api, deps);
    addHolders(api, deps);
    addMessages(api, deps);
    addContacts(api, deps);
    await addUpload(api, deps, storage);
    addDownload(api, deps, storage);
    addFiles(api, deps);
    addPayments(api, deps);
    addCertificates(api, deps);
    addVerification(api, deps, documents);
    addLog(api, deps);
    addCredits(api, deps);
    addOperator(api, deps);
    await addGovernment(api, deps);
    addQueueViews(api, deps);
    addViewing(api, deps);
    addReasons(api, deps);
    addAdminUsers(api, deps);
    addAdminAccounts(api, deps);
    addAdminRegistrations(api, deps);
    addAdminCredits(api, deps);
    addAdminStats(api, deps);
    addAdminExport(api, deps);
    addAdminPayments(api, deps);
    addApprovals(api, deps);
    addAudit(api, deps);
    addEvents(api, deps, createEventHub(bus, sessions, log));
    addDevMail(api, deps);
    addOpenApi(api, config);
  });
  await addSpa(app, config, documents);
  return {
    app,
    connections,
    setReady: (now) => {
      ready = now;
    },
  };
}

function createServer(config: Config, log: Logger): FastifyInstance {
  const loggerInstance: FastifyBaseLogger = log;
  const app: FastifyInstance = Fastify({
    ...httpsOptions(config.TLS_FOLDER),
    loggerInstance,
    // No child logger is needed, because the log context adds the request id to every line.
    childLoggerFactory: (logger) => logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIdOf,
    requestIdHeader: false,
    trustProxy: config.TRUST_PROXY,
    bodyLimit: JSON_LIMIT,
    // No overall limit, because uploads and downloads may be slow.
    // Other bodies have their own time-out (plugins/bodies.ts).
    requestTimeout: 0,
    keepAliveTimeout: KEEP_ALIVE_MS,
    exposeHeadRoutes: false,
    rewriteUrl: overrideMethod,
    return503OnClosing: false,
    routerOptions: { maxParamLength: 300 },
    clientErrorHandler: respondToClientError,
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply),
  });
  reloadRenewedCertificate(app.server, config.TLS_FOLDER);
  return app;
}
