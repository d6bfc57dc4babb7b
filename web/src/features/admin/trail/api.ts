import { AUDIT_PAGE_SIZE, type AuditExportBody } from '@g2/gateway/contract/audit';
import { auditRoutes } from '@g2/gateway/contract/routes/audit';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, pathOf } from '../../../lib/call.ts';
import { downloadMade } from '../../../lib/download.ts';
import { texts } from './texts.ts';

/** Filter of the audit trail; '' means any. */
export type TrailFilter = Readonly<Record<'action' | 'actor' | 'subject' | 'from' | 'to', string>>;

/** A page of the audit trail, newest first. */
export const trailQuery = (page: number, filter: TrailFilter) =>
  queryOptions({
    queryKey: [auditRoutes.listAudit.path, { page, ...filter }],
    queryFn: ({ signal }) =>
      call(auditRoutes.listAudit, { query: { page, limit: AUDIT_PAGE_SIZE, ...filter }, signal }),
    placeholderData: keepPreviousData,
  });

/** Downloads the whole filtered trail as a file. */
export const saveTrail = (filter: AuditExportBody): Promise<void> =>
  downloadMade(pathOf(auditRoutes.exportAudit), filter, texts.fileName);
