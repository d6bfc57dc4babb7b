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

/** Any document; the media type is detected from the bytes. */
export const DOCUMENT_BODY = 'application/octet-stream';

export const governmentRoutes = {
  getGovernment: {
    method: 'GET',
    path: `${path}/government`,
    tag,
    summary: 'Os dados da etapa governamental, com seus documentos e quem escreveu o quê',
    roles: staff,
    params: idParams,
    answer: government,
  },
  setGovernment: {
    method: 'PUT',
    path: `${path}/government`,
    tag,
    summary: 'Grava os dados da etapa governamental, da versão lida; a partir de Em Análise',
    roles: staff,
    params: idParams,
    body: setGovernmentBody,
    answer: government,
  },
  addGovernmentFile: {
    method: 'POST',
    path: files,
    tag,
    summary: 'Anexa um PDF, PNG, JPEG ou XML de até 3 MB; os mesmos bytes são o documento que já está lá',
    roles: staff,
    params: idParams,
    query: addFileQuery,
    bodies: { [DOCUMENT_BODY]: z.file() },
    status: 201,
    answer: governmentFile,
    refusals: [403, 409, 413, 415],
  },
  getGovernmentFile: {
    method: 'GET',
    path: `${files}/:fileId`,
    tag,
    summary: 'Um documento da etapa governamental, para baixar',
    roles: staff,
    params: governmentFileParams,
    file: { media: DOCUMENT_BODY },
    absent: NO_DOCUMENT,
  },
  removeGovernmentFile: {
    method: 'DELETE',
    path: `${files}/:fileId`,
    tag,
    summary: 'Remove um documento da etapa governamental',
    roles: staff,
    params: governmentFileParams,
    refusals: [403, 409],
    absent: NO_DOCUMENT,
  },
  getDossier: {
    method: 'GET',
    path: `${path}/dossier`,
    tag,
    summary: 'O que o formulário e-Software do INPI pede do programa, e o que disso ainda falta',
    roles: staff,
    params: idParams,
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
