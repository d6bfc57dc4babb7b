import { deleteAccountBody } from '../own-data.ts';
import { ALL_ROLES, type Routes } from './route.ts';

const tag = 'Conta';

export const ownDataRoutes = {
  exportOwnData: {
    method: 'GET',
    path: '/api/auth/export',
    tag,
    summary: 'Todos os próprios dados, em um arquivo JSON',
    roles: ALL_ROLES,
    file: { media: 'application/json' },
    refusals: [403, 429],
  },
  deleteAccount: {
    method: 'POST',
    path: '/api/auth/delete-account',
    tag,
    summary: 'Exclui a própria conta, com os registros nunca pagos e os arquivos deles',
    roles: ALL_ROLES,
    body: deleteAccountBody,
    refusals: [409],
  },
} as const satisfies Routes;
