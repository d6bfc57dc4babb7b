import { idParams, pageQuery, SHORT_LIST_PAGE_SIZE } from '../common.ts';
import { registration, registrationPage, staffRegistration } from '../registrations.ts';
import { createVersionBody, diffParams, diffQuery, versionDiff } from '../versions.ts';
import { ALL_ROLES, type Routes } from './route.ts';

const tag = 'Versões';
const path = '/api/registrations/:id/versions';

export const versionRoutes = {
  createVersion: {
    method: 'POST',
    path,
    tag,
    summary: 'Começa a próxima versão de um registro certificado, com os dados e os titulares copiados',
    roles: ALL_ROLES,
    scope: 'registrations:write',
    params: idParams,
    body: createVersionBody,
    status: 201,
    answer: { staff: staffRegistration, client: registration },
    idempotent: true,
  },
  listVersions: {
    method: 'GET',
    path,
    tag,
    summary: 'Todas as versões, a mais antiga primeiro; de qualquer uma delas',
    roles: ALL_ROLES,
    scope: 'registrations:read',
    params: idParams,
    query: pageQuery(SHORT_LIST_PAGE_SIZE),
    answer: registrationPage,
  },
  diffVersions: {
    method: 'GET',
    path: `${path}/:otherId/diff`,
    tag,
    summary: 'O que mudou nos arquivos entre duas versões do mesmo programa, da mais antiga para a mais nova',
    roles: ALL_ROLES,
    params: diffParams,
    query: diffQuery,
    answer: versionDiff,
  },
} as const satisfies Routes;
