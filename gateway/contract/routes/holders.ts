import { idParams, pageQuery, SHORT_LIST_PAGE_SIZE } from '../common.ts';
import { holder, holderBody, holderPage, holderParams, patchHolderBody } from '../holders.ts';
import { ALL_ROLES, type Routes } from './route.ts';

const tag = 'Titulares';
const path = '/api/registrations/:id/holders';
const write = { tag, roles: ALL_ROLES, scope: 'registrations:write' } as const;

export const holderRoutes = {
  listHolders: {
    method: 'GET',
    path,
    tag,
    summary: 'Os titulares de um registro',
    roles: ALL_ROLES,
    scope: 'registrations:read',
    params: idParams,
    query: pageQuery(SHORT_LIST_PAGE_SIZE),
    answer: holderPage,
  },
  addHolder: {
    ...write,
    method: 'POST',
    path,
    summary: 'Adiciona um titular enquanto submetido',
    params: idParams,
    body: holderBody,
    status: 201,
    answer: holder,
    idempotent: true,
  },
  updateHolder: {
    ...write,
    method: 'PATCH',
    path: `${path}/:holderId`,
    summary: 'Altera um titular enquanto submetido',
    params: holderParams,
    body: patchHolderBody,
    answer: holder,
  },
  removeHolder: {
    ...write,
    method: 'DELETE',
    path: `${path}/:holderId`,
    summary: 'Remove um titular enquanto submetido',
    params: holderParams,
  },
} as const satisfies Routes;
