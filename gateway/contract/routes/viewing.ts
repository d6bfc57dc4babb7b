import { idParams } from '../common.ts';
import { viewerPage, viewers, viewersQuery, viewingBody } from '../viewing.ts';
import { type Routes, staff } from './route.ts';

export const viewingRoutes = {
  markViewing: {
    method: 'POST',
    path: '/api/operator/registrations/:id/viewing',
    tag: 'Operação',
    summary:
      'Quem chama está com o registro aberto (a repetir a cada 15 s), ou o fechou; responde quem mais está, visto nos últimos 40 s',
    roles: staff,
    params: idParams,
    body: viewingBody,
    answer: viewers,
  },
  listViewers: {
    method: 'GET',
    path: '/api/operator/viewers',
    tag: 'Operação',
    summary: 'Quem mais da equipe está com que registro aberto',
    roles: staff,
    query: viewersQuery,
    answer: viewerPage,
  },
} as const satisfies Routes;
