import { deleteAccountBody } from '../own-data.ts';
import { type Routes, signedIn } from './route.ts';

const tag = 'Conta';

export const ownDataRoutes = {
  exportOwnData: {
    method: 'GET',
    path: '/api/auth/export',
    tag,
    summary: 'Todos os próprios dados, em um arquivo JSON',
    roles: signedIn,
    file: { media: 'application/json' },
    refusals: [403, 429],
  },
  deleteAccount: {
    method: 'POST',
    path: '/api/auth/delete-account',
    tag,
    summary: 'Exclui a própria conta, com os registros nunca pagos e os arquivos deles',
    roles: signedIn,
    body: deleteAccountBody,
    refusals: [409],
  },
} as const satisfies Routes;
