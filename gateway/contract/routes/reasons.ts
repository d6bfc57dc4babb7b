import { idParams, pageQuery, SHORT_LIST_PAGE_SIZE } from '../common.ts';
import { addReasonBody, adminReason, adminReasonPage, changeReasonBody, reasonPage } from '../reasons.ts';
import { admins, type Routes, staff } from './route.ts';

const path = '/api/admin/reasons';
const kept = { tag: 'Administração: registros', roles: admins } as const;

export const reasonRoutes = {
  listReasons: {
    method: 'GET',
    path: '/api/operator/reasons',
    tag: 'Operação',
    summary: 'Os motivos prontos de um pedido de correções, na sua ordem',
    roles: staff,
    query: pageQuery(SHORT_LIST_PAGE_SIZE),
    answer: reasonPage,
  },
  listKeptReasons: {
    ...kept,
    method: 'GET',
    path,
    summary: 'Os motivos prontos, também os arquivados, com os usos de cada um',
    query: pageQuery(SHORT_LIST_PAGE_SIZE),
    answer: adminReasonPage,
  },
  addReason: {
    ...kept,
    method: 'POST',
    path,
    summary: 'Cria um motivo pronto, o último da ordem',
    body: addReasonBody,
    status: 201,
    answer: adminReason,
    idempotent: true,
  },
  changeReason: {
    ...kept,
    method: 'PATCH',
    path: `${path}/:id`,
    summary: 'Altera um motivo pronto, a sua posição, ou o arquiva e traz de volta',
    params: idParams,
    body: changeReasonBody,
    answer: adminReason,
  },
  archiveReason: {
    ...kept,
    method: 'DELETE',
    path: `${path}/:id`,
    summary: 'Arquiva um motivo pronto; os seus usos continuam contados',
    params: idParams,
  },
} as const satisfies Routes;
