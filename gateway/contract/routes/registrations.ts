import { idParams, pageQuery, SHORT_LIST_PAGE_SIZE } from '../common.ts';
import { correctionChanges } from '../corrections.ts';
import {
  clientHistoryPage,
  createRegistrationBody,
  historyPage,
  patchRegistrationBody,
  registration,
  registrationListQuery,
  registrationPage,
  registrationStats,
  staffRegistration,
} from '../registrations.ts';
import { ALL_ROLES, type Routes } from './route.ts';

const tag = 'Registros';
const own = { tag, roles: ALL_ROLES } as const;
const read = { ...own, method: 'GET', scope: 'registrations:read' } as const;
const readOne = { ...read, params: idParams } as const;
const write = { ...own, scope: 'registrations:write' } as const;
const path = '/api/registrations';
const writeOne = { ...write, path: `${path}/:id`, params: idParams } as const;
const registrationByRole = { staff: staffRegistration, client: registration };

export const registrationRoutes = {
  listRegistrations: {
    ...read,
    path,
    summary: 'Os próprios registros, os mais novos ou os mais urgentes primeiro',
    query: registrationListQuery,
    limit: 'searches',
    answer: registrationPage,
  },
  getRegistrationStats: {
    ...read,
    path: `${path}/stats`,
    summary: 'Os números do painel do cliente',
    answer: registrationStats,
  },
  createRegistration: {
    ...write,
    method: 'POST',
    path,
    summary: 'Cria um registro',
    body: createRegistrationBody,
    status: 201,
    answer: registrationByRole,
    idempotent: true,
  },
  getRegistration: {
    ...readOne,
    path: `${path}/:id`,
    summary: 'Um registro',
    answer: registrationByRole,
  },
  updateRegistration: {
    ...writeOne,
    method: 'PATCH',
    summary: 'Altera os dados enquanto submetido',
    body: patchRegistrationBody,
    answer: registrationByRole,
  },
  deleteRegistration: {
    ...writeOne,
    method: 'DELETE',
    summary: 'Exclui enquanto submetido e nunca pago',
  },
  getRegistrationHistory: {
    ...readOne,
    path: `${path}/:id/history`,
    summary: 'As mudanças de status, a mais antiga primeiro',
    query: pageQuery(SHORT_LIST_PAGE_SIZE),
    answer: { staff: historyPage, client: clientHistoryPage },
  },
  getCorrectionChanges: {
    ...readOne,
    path: `${path}/:id/corrections`,
    summary: 'O que mudou nos dados e nos titulares desde o pedido de correções',
    answer: correctionChanges,
  },
  resubmitRegistration: {
    ...own,
    method: 'POST',
    path: `${path}/:id/resubmit`,
    summary: 'Reenvia um registro pago após correções, sem nova cobrança',
    params: idParams,
    answer: registrationByRole,
    idempotent: true,
  },
} as const satisfies Routes;
