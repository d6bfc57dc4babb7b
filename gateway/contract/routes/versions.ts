import { idParams, pageQuery, SHORT_LIST_PAGE_SIZE } from '../common.ts';
import { createVersionBody, registration, registrationPage, staffRegistration } from '../registrations.ts';
import { type Routes, signedIn } from './route.ts';

const tag = 'Versões';
const path = '/api/registrations/:id/versions';

/** The versions of one program, each a registration of its own. */
export const versionRoutes = {
  createVersion: {
    method: 'POST',
    path,
    tag,
    summary: 'Começa a próxima versão de um registro certificado, com os dados e os titulares copiados',
    roles: signedIn,
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
    roles: signedIn,
    params: idParams,
    query: pageQuery(SHORT_LIST_PAGE_SIZE),
    answer: registrationPage,
  },
} as const satisfies Routes;
