import { idParams, pageOf, pageQuery, person, SHORT_LIST_PAGE_SIZE } from '../common.ts';
import { holderPage } from '../holders.ts';
import { operatorStats, staffRegistrationListQuery, takeNextBody, takeRegistrationBody } from '../queue.ts';
import {
  historyPage,
  operatorActionBody,
  staffRegistration,
  staffRegistrationPage,
} from '../registrations.ts';
import { type Routes, staff } from './route.ts';

const tag = 'Operação';
const path = '/api/operator/registrations';

/** List of all registrations, served under the operator and the admin path. */
export const staffList = {
  method: 'GET',
  summary: 'Os registros de todos, os mais novos primeiro se outra ordem não for pedida',
  query: staffRegistrationListQuery,
  limit: 'searches',
  answer: staffRegistrationPage,
} as const;

export const operatorRoutes = {
  listQueue: { ...staffList, path, tag, roles: staff },
  getQueueStats: {
    method: 'GET',
    path: `${path}/stats`,
    tag,
    summary: 'Os números do painel do operador',
    roles: staff,
    answer: operatorStats,
  },
  listColleagues: {
    method: 'GET',
    path: '/api/operator/operators',
    tag,
    summary: 'Quem analisa registros: operadores e administradores ativos',
    roles: staff,
    query: pageQuery(SHORT_LIST_PAGE_SIZE),
    answer: pageOf(person),
  },
  getStaffRegistration: {
    method: 'GET',
    path: `${path}/:id`,
    tag,
    summary: 'Um registro, como a equipe o vê',
    roles: staff,
    params: idParams,
    answer: staffRegistration,
  },
  listStaffHolders: {
    method: 'GET',
    path: `${path}/:id/holders`,
    tag,
    summary: 'Os titulares de um registro',
    roles: staff,
    params: idParams,
    query: pageQuery(SHORT_LIST_PAGE_SIZE),
    answer: holderPage,
  },
  getStaffHistory: {
    method: 'GET',
    path: `${path}/:id/history`,
    tag,
    summary: 'As mudanças de status, com as notas da equipe',
    roles: staff,
    params: idParams,
    query: pageQuery(SHORT_LIST_PAGE_SIZE),
    answer: historyPage,
  },
  takeNext: {
    method: 'POST',
    path: '/api/operator/next',
    tag,
    summary: 'Atribui a quem chama o registro pago sem operador que espera há mais tempo',
    roles: staff,
    body: takeNextBody,
    answer: staffRegistration,
    refusals: [404],
    idempotent: true,
  },
  performOperatorAction: {
    method: 'PATCH',
    path: '/api/registrations/:id/operator-action',
    tag,
    summary: 'Aprova, pede correções ou anota',
    roles: staff,
    params: idParams,
    body: operatorActionBody,
    answer: staffRegistration,
    idempotent: true,
  },
  takeRegistration: {
    method: 'POST',
    path: '/api/registrations/:id/take',
    tag,
    summary: 'Quem chama passa a ser o operador do registro',
    roles: staff,
    params: idParams,
    body: takeRegistrationBody,
    answer: staffRegistration,
  },
} as const satisfies Routes;
