import {
  adminCreditAdjustmentBody,
  analytics,
  analyticsQuery,
  creditAdjustmentAnswer,
  creditAdjustmentBody,
  enhancedStats,
  exportBody,
  operatorPage,
} from '../admin.ts';
import { figures, figuresQuery } from '../business-metrics.ts';
import { idParams, pageQuery, SHORT_LIST_PAGE_SIZE, userIdParams } from '../common.ts';
import { STAFF_PAGE_SIZE } from '../constants.ts';
import { adminCreditTransactionPage } from '../payments.ts';
import {
  assignOperatorBody,
  changeStatusBody,
  staffRegistration,
  unassignOperatorQuery,
} from '../registrations.ts';
import { staffList } from './operator.ts';
import { admins, NO_USER, type Routes } from './route.ts';

const path = '/api/admin/registrations';
const ofRegistrations = { tag: 'Administração: registros', roles: admins } as const;
const oneRegistration = { ...ofRegistrations, params: idParams, answer: staffRegistration } as const;
const ofCredits = { tag: 'Administração: créditos', roles: admins } as const;
const adjustment = {
  ...ofCredits,
  method: 'POST',
  answer: creditAdjustmentAnswer,
  idempotent: true,
} as const;
const ofAnalyses = { tag: 'Administração: análises', roles: admins } as const;
const analysis = { ...ofAnalyses, method: 'GET' } as const;

export const adminRoutes = {
  listAllRegistrations: { ...staffList, ...ofRegistrations, path },
  listOperators: {
    ...ofRegistrations,
    method: 'GET',
    path: '/api/admin/operators',
    summary: 'Operadores e administradores, os de mais atribuições primeiro',
    query: pageQuery(SHORT_LIST_PAGE_SIZE),
    answer: operatorPage,
  },
  assignOperator: {
    ...oneRegistration,
    method: 'POST',
    path: `${path}/:id/assign-operator`,
    summary: 'Atribui um operador; com `from`, passa o registro de uma pessoa a outra',
    body: assignOperatorBody,
    forwarded: true,
  },
  unassignOperator: {
    ...oneRegistration,
    method: 'DELETE',
    path: `${path}/:id/assign-operator`,
    summary: 'Remove a atribuição',
    query: unassignOperatorQuery,
    forwarded: true,
  },
  changeRegistrationStatus: {
    ...oneRegistration,
    method: 'PATCH',
    path: `${path}/:id/status`,
    summary: 'Altera o status',
    body: changeStatusBody,
  },
  adjustCredits: {
    ...adjustment,
    path: '/api/admin/credits',
    summary: 'Ajusta créditos (até ±1000)',
    body: creditAdjustmentBody,
    refusals: [404],
  },
  adjustUserCredits: {
    ...adjustment,
    path: '/api/admin/users/:id/credits',
    summary: 'Ajusta créditos do usuário (até ±10000)',
    params: idParams,
    absent: NO_USER,
    body: adminCreditAdjustmentBody,
  },
  listUserTransactions: {
    ...ofCredits,
    method: 'GET',
    path: '/api/admin/credits/:userId',
    summary: 'As transações de créditos de um usuário, as mais novas primeiro',
    params: userIdParams,
    absent: NO_USER,
    query: pageQuery(STAFF_PAGE_SIZE),
    answer: adminCreditTransactionPage,
  },
  getEnhancedStats: {
    ...analysis,
    path: '/api/admin/enhanced-stats',
    summary: 'Os números do painel administrativo',
    answer: enhancedStats,
  },
  getAnalytics: {
    ...analysis,
    path: '/api/admin/analytics',
    summary: 'As análises de um período, ao lado do período anterior',
    query: analyticsQuery,
    answer: analytics,
  },
  getFigures: {
    ...analysis,
    path: '/api/admin/analytics/figures',
    summary: 'Dinheiro, fluxo e tempos de um período, ao lado do período anterior',
    query: figuresQuery,
    answer: figures,
  },
  exportRegistrations: {
    ...ofAnalyses,
    method: 'POST',
    path: '/api/admin/export',
    summary: 'Os registros de um período em CSV',
    body: exportBody,
    file: { media: 'text/csv' },
  },
  exportRegistrationsByAddress: {
    ...analysis,
    path: '/api/admin/export',
    summary: 'O mesmo CSV pelo endereço, para programas; não de uma página de outro site',
    query: analyticsQuery,
    file: { media: 'text/csv' },
  },
} as const satisfies Routes;
