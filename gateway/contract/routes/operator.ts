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

const path = '/api/operator/registrations';
const of = { tag: 'Operação', roles: staff } as const;
const one = { ...of, params: idParams } as const;
const read = { ...one, method: 'GET' } as const;

/** List of all registrations, served under the operator and the admin path. */
export const staffList = {
  method: 'GET',
  summary: 'Os registros de todos, os mais novos primeiro se outra ordem não for pedida',
  query: staffRegistrationListQuery,
  limit: 'searches',
  answer: staffRegistrationPage,
} as const;

export const operatorRoutes = {
  listQueue: { ...staffList, ...of, path },
  getQueueStats: {
    ...of,
    method: 'GET',
    path: `${path}/stats`,
    summary: 'Os números do painel do operador',
    answer: operatorStats,
  },
  listColleagues: {
    ...of,
    method: 'GET',
    path: '/api/operator/operators',
    summary: 'Quem analisa registros: operadores e administradores ativos',
    query: pageQuery(SHORT_LIST_PAGE_SIZE),
    answer: pageOf(person),
  },
  getStaffRegistration: {
    ...read,
    path: `${path}/:id`,
    summary: 'Um registro, como a equipe o vê',
    answer: staffRegistration,
  },
  listStaffHolders: {
    ...read,
    path: `${path}/:id/holders`,
    summary: 'Os titulares de um registro',
    query: pageQuery(SHORT_LIST_PAGE_SIZE),
    answer: holderPage,
  },
  getStaffHistory: {
    ...read,
    path: `${path}/:id/history`,
    summary: 'As mudanças de status, com as notas da equipe',
    query: pageQuery(SHORT_LIST_PAGE_SIZE),
    answer: historyPage,
  },
  takeNext: {
    ...of,
    method: 'POST',
    path: '/api/operator/next',
    summary: 'Atribui a quem chama o registro pago sem operador que espera há mais tempo',
    body: takeNextBody,
    answer: staffRegistration,
    forwarded: true,
    refusals: [404],
    idempotent: true,
  },
  performOperatorAction: {
    ...one,
    method: 'PATCH',
    path: '/api/registrations/:id/operator-action',
    summary: 'Aprova, pede correções ou anota',
    body: operatorActionBody,
    answer: staffRegistration,
    idempotent: true,
  },
  takeRegistration: {
    ...one,
    method: 'POST',
    path: '/api/registrations/:id/take',
    summary: 'Quem chama passa a ser o operador do registro',
    body: takeRegistrationBody,
    answer: staffRegistration,
    forwarded: true,
  },
} as const satisfies Routes;
