import { auditExportBody, auditPage, auditQuery } from '../audit.ts';
import { admins, type Routes } from './route.ts';

const path = '/api/admin/audit';
const common = { tag: 'Administração: trilha', roles: admins } as const;

export const auditRoutes = {
  listAudit: {
    ...common,
    method: 'GET',
    path,
    summary: 'A trilha de quem fez o quê, o mais novo primeiro',
    query: auditQuery,
    answer: auditPage,
  },
  exportAudit: {
    ...common,
    method: 'POST',
    path: `${path}/export`,
    summary: 'A trilha em CSV; a exportação fica nela',
    body: auditExportBody,
    file: { media: 'text/csv' },
  },
} as const satisfies Routes;
