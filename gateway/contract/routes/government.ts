import { z } from 'zod';
import { idParams } from '../common.ts';
import {
  addFileQuery,
  dossier,
  government,
  governmentFile,
  governmentFileParams,
  NO_DOCUMENT,
  setGovernmentBody,
} from '../government.ts';
import { findProtocolsBody, protocolLines } from '../protocols.ts';
import { type Routes, staff } from './route.ts';

const tag = 'Operação';
const path = '/api/operator/registrations/:id';
const files = `${path}/government/files` as const;
const one = { tag, roles: staff, params: idParams } as const;
const read = { ...one, method: 'GET' } as const;
const document = {
  tag,
  roles: staff,
  path: `${files}/:fileId`,
  params: governmentFileParams,
  absent: NO_DOCUMENT,
} as const;

/** Content type of every uploaded document. The service detects the real media type from the bytes. */
export const DOCUMENT_BODY = 'application/octet-stream';

export const governmentRoutes = {
  getGovernment: {
    ...read,
    path: `${path}/government`,
    summary: 'Os dados da etapa governamental, com seus documentos e quem escreveu o quê',
    answer: government,
  },
  setGovernment: {
    ...one,
    method: 'PUT',
    path: `${path}/government`,
    summary: 'Grava os dados da etapa governamental, da versão lida; a partir de Em Análise',
    body: setGovernmentBody,
    answer: government,
  },
  addGovernmentFile: {
    ...one,
    method: 'POST',
    path: files,
    summary: 'Anexa um PDF, PNG, JPEG ou XML de até 3 MB; os mesmos bytes são o documento que já está lá',
    query: addFileQuery,
    bodies: { [DOCUMENT_BODY]: z.file() },
    status: 201,
    answer: governmentFile,
    refusals: [403, 409, 413, 415],
  },
  getGovernmentFile: {
    ...document,
    method: 'GET',
    summary: 'Um documento da etapa governamental, para baixar',
    file: { media: DOCUMENT_BODY },
  },
  removeGovernmentFile: {
    ...document,
    method: 'DELETE',
    summary: 'Remove um documento da etapa governamental',
    refusals: [403, 409],
  },
  getDossier: {
    ...read,
    path: `${path}/dossier`,
    summary: 'O que o formulário e-Software do INPI pede do programa, e o que disso ainda falta',
    answer: dossier,
  },
  findProtocols: {
    method: 'POST',
    path: '/api/operator/protocols',
    tag,
    summary: 'Qual registro cada linha protocolo;data conclui; nada é alterado',
    roles: staff,
    body: findProtocolsBody,
    answer: protocolLines,
  },
} as const satisfies Routes;
