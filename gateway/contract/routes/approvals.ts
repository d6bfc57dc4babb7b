import { approval, approvalListQuery, approvalPage, refuseApprovalBody } from '../approvals.ts';
import { idParams } from '../common.ts';
import { admins, type Routes } from './route.ts';

const tag = 'Administração: aprovações';
const path = '/api/admin/approvals';
const one = {
  tag,
  method: 'POST',
  roles: admins,
  params: idParams,
  answer: approval,
  absent: 'Pedido não encontrado',
  refusals: [409],
} as const;

export const approvalRoutes = {
  listApprovals: {
    tag,
    method: 'GET',
    path,
    summary:
      'Os pedidos que aguardam a aprovação de outro administrador, ou os decididos; os mais novos primeiro',
    roles: admins,
    query: approvalListQuery,
    answer: approvalPage,
  },
  approve: {
    ...one,
    path: `${path}/:id/approve`,
    summary: 'Aprova o pedido de outro administrador e o executa',
  },
  refuseApproval: {
    ...one,
    path: `${path}/:id/refuse`,
    summary: 'Recusa o pedido de outro administrador',
    body: refuseApprovalBody,
  },
  withdrawApproval: { ...one, path: `${path}/:id/withdraw`, summary: 'Retira um pedido próprio' },
} as const satisfies Routes;
