import { idParams, pageQuery, SHORT_LIST_PAGE_SIZE } from '../common.ts';
import { holder, holderBody, holderPage, holderParams, patchHolderBody } from '../holders.ts';
import { ALL_ROLES, type Routes } from './route.ts';

const tag = 'Titulares';
const path = '/api/registrations/:id/holders';

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
    method: 'POST',
    path,
    tag,
    summary: 'Adiciona um titular enquanto submetido',
    roles: ALL_ROLES,
    scope: 'registrations:write',
    params: idParams,
    body: holderBody,
    status: 201,
    answer: holder,
    idempotent: true,
  },
  updateHolder: {
    method: 'PATCH',
    path: `${path}/:holderId`,
    tag,
    summary: 'Altera um titular enquanto submetido',
    roles: ALL_ROLES,
    scope: 'registrations:write',
    params: holderParams,
    body: patchHolderBody,
    answer: holder,
  },
  removeHolder: {
    method: 'DELETE',
    path: `${path}/:holderId`,
    tag,
    summary: 'Remove um titular enquanto submetido',
    roles: ALL_ROLES,
    scope: 'registrations:write',
    params: holderParams,
  },
} as const satisfies Routes;
