import type { AuditFilter, AuditRows } from '@g2/proto/identity';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type { auditExportBody } from '../../contract/audit.ts';
import { auditRoutes } from '../../contract/routes/audit.ts';
import { sendChunks } from '../disposition.ts';
import { auditHeader, auditRow } from '../files/audit-csv.ts';
import { CSV, csvFile } from '../files/csv.ts';
import { pageOfItems, present, toPageRequest } from '../present/common.ts';
import { namesOf, presentName } from '../present/people.ts';
import { type Deps, route } from '../route.ts';
import { EXPORT_DEADLINE_MS, exportOptions } from '../sessions.ts';

const filterOf = ({
  actor = '',
  subject = '',
  action = [],
  from = '',
  to = '',
}: z.output<typeof auditExportBody>): AuditFilter => ({
  actor,
  subject,
  actions: action,
  from,
  to,
});

export function addAudit(app: FastifyInstance, deps: Deps): void {
  const { identity } = deps.clients;

  route(app, deps, auditRoutes.listAudit, async ({ query, call, request }) => {
    const found = await identity.listAudit({ page: toPageRequest(query), filter: filterOf(query) }, call);
    const actors = found.items.map((one) => one.actorId);
    const names = await namesOf(identity, actors, call, request.log);
    const entries = found.items.map((entry) => ({
      ...present(entry),
      actorName: presentName(entry.actorId, names),
    }));
    return pageOfItems(query, entries, found);
  });

  addExport(app, deps);
}

/** The export is recorded in the audit trail before its first byte is sent. */
function addExport(app: FastifyInstance, deps: Deps): void {
  const { sessions, config } = deps;
  const { identity } = deps.clients;
  route(app, deps, auditRoutes.exportAudit, async ({ body, session, call, request, reply }) => {
    const filter = filterOf(body);
    const written = async ({ items, next }: AuditRows, token: typeof call.token) => {
      const actors = items.map((one) => one.actorId);
      const names = await namesOf(identity, actors, { token }, request.log);
      return { text: items.map((one) => auditRow(one, names)).join(''), next };
    };
    const first = await identity.startAuditExport(filter, { ...call, deadlineMs: EXPORT_DEADLINE_MS });
    const lines = csvFile(auditHeader(), await written(first, call.token), async (after) => {
      const options = await exportOptions(sessions, session)();
      return written(await identity.continueAuditExport({ filter, after }, options), options.token);
    });
    return sendChunks(reply, 'trilha.csv', CSV, lines, config.TRANSFER_IDLE_MS);
  });
}
