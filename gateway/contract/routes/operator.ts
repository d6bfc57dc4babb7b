import { idParams, pageQuery, SHORT_LIST_PAGE_SIZE } from '../common.ts';
import { holderPage } from '../holders.ts';
import {
  historyPage,
  operatorActionBody,
  operatorStats,
  staffRegistration,
  staffRegistrationListQuery,
  staffRegistrationPage,
} from '../registrations.ts';
import { type Routes, staff } from './route.ts';

const tag = 'Operação';
const path = '/api/operator/registrations';

/** The list of everybody's registrations, under the operators' address and under the admins'. */
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
  performOperatorAction: {
    method: 'PATCH',
    path: '/api/registrations/:id/operator-action',
    tag,
    summary: 'Aprova, pede correções ou anota',
    roles: staff,
    params: idParams,
    body: operatorActionBody,
    answer: staffRegistration,
  },
} as const satisfies Routes;
