import { idParams, pageQuery, SHORT_LIST_PAGE_SIZE } from '../common.ts';
import { registration, registrationPage, staffRegistration } from '../registrations.ts';
import { createVersionBody, diffParams, diffQuery, versionDiff } from '../versions.ts';
import { ALL_ROLES, type Routes } from './route.ts';

const path = '/api/registrations/:id/versions';
const own = { tag: 'Versões', roles: ALL_ROLES } as const;

export const versionRoutes = {
  createVersion: {
    ...own,
    method: 'POST',
    path,
    summary: 'Começa a próxima versão de um registro certificado, com os dados e os titulares copiados',
    scope: 'registrations:write',
    params: idParams,
    body: createVersionBody,
    status: 201,
    answer: { staff: staffRegistration, client: registration },
    idempotent: true,
  },
  listVersions: {
    ...own,
    method: 'GET',
    path,
    summary: 'Todas as versões, a mais antiga primeiro; de qualquer uma delas',
    scope: 'registrations:read',
    params: idParams,
    query: pageQuery(SHORT_LIST_PAGE_SIZE),
    answer: registrationPage,
  },
  diffVersions: {
    ...own,
    method: 'GET',
    path: `${path}/:otherId/diff`,
    summary: 'O que mudou nos arquivos entre duas versões do mesmo programa, da mais antiga para a mais nova',
    params: diffParams,
    query: diffQuery,
    answer: versionDiff,
  },
} as const satisfies Routes;
