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
import { type Routes, signedIn } from './route.ts';

const tag = 'Registros';
const path = '/api/registrations';
const registrationByRole = { staff: staffRegistration, client: registration };

export const registrationRoutes = {
  listRegistrations: {
    method: 'GET',
    path,
    tag,
    summary: 'Os próprios registros, os mais novos ou os mais urgentes primeiro',
    roles: signedIn,
    query: registrationListQuery,
    limit: 'searches',
    answer: registrationPage,
  },
  getRegistrationStats: {
    method: 'GET',
    path: `${path}/stats`,
    tag,
    summary: 'Os números do painel do cliente',
    roles: signedIn,
    answer: registrationStats,
  },
  createRegistration: {
    method: 'POST',
    path,
    tag,
    summary: 'Cria um registro',
    roles: signedIn,
    body: createRegistrationBody,
    status: 201,
    answer: registrationByRole,
    idempotent: true,
  },
  getRegistration: {
    method: 'GET',
    path: `${path}/:id`,
    tag,
    summary: 'Um registro',
    roles: signedIn,
    params: idParams,
    answer: registrationByRole,
  },
  updateRegistration: {
    method: 'PATCH',
    path: `${path}/:id`,
    tag,
    summary: 'Altera os dados enquanto submetido',
    roles: signedIn,
    params: idParams,
    body: patchRegistrationBody,
    answer: registrationByRole,
  },
  deleteRegistration: {
    method: 'DELETE',
    path: `${path}/:id`,
    tag,
    summary: 'Exclui enquanto submetido e nunca pago',
    roles: signedIn,
    params: idParams,
  },
  getRegistrationHistory: {
    method: 'GET',
    path: `${path}/:id/history`,
    tag,
    summary: 'As mudanças de status, a mais antiga primeiro',
    roles: signedIn,
    params: idParams,
    query: pageQuery(SHORT_LIST_PAGE_SIZE),
    answer: { staff: historyPage, client: clientHistoryPage },
  },
  getCorrectionChanges: {
    method: 'GET',
    path: `${path}/:id/corrections`,
    tag,
    summary: 'O que mudou nos dados e nos titulares desde o pedido de correções',
    roles: signedIn,
    params: idParams,
    answer: correctionChanges,
  },
  resubmitRegistration: {
    method: 'POST',
    path: `${path}/:id/resubmit`,
    tag,
    summary: 'Reenvia um registro pago após correções, sem nova cobrança',
    roles: signedIn,
    params: idParams,
    answer: registrationByRole,
    idempotent: true,
  },
} as const satisfies Routes;
