import { idParams, pageQuery, SHORT_LIST_PAGE_SIZE } from '../common.ts';
import { changeQueueViewBody, queueViewPage, savedView, saveQueueViewBody } from '../queue-views.ts';
import { type Routes, staff } from './route.ts';

const path = '/api/operator/views';
const own = { tag: 'Operação', roles: staff } as const;
const absent = 'Visão salva não encontrada';

export const queueViewRoutes = {
  listQueueViews: {
    ...own,
    method: 'GET',
    path,
    summary: 'As próprias visões salvas da fila, por nome, com o número de registros de cada uma (até 1.000)',
    query: pageQuery(SHORT_LIST_PAGE_SIZE),
    answer: queueViewPage,
  },
  saveQueueView: {
    ...own,
    method: 'POST',
    path,
    summary: 'Salva uma visão da fila; 20 no máximo, cada uma com o seu nome',
    body: saveQueueViewBody,
    status: 201,
    answer: savedView,
    idempotent: true,
  },
  changeQueueView: {
    ...own,
    method: 'PATCH',
    path: `${path}/:id`,
    summary: 'Muda o nome ou os filtros de uma visão salva',
    params: idParams,
    body: changeQueueViewBody,
    answer: savedView,
    absent,
  },
  removeQueueView: {
    ...own,
    method: 'DELETE',
    path: `${path}/:id`,
    summary: 'Exclui uma visão salva',
    params: idParams,
    absent,
  },
} as const satisfies Routes;
