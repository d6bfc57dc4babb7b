import { z } from 'zod';
import {
  archiveFilePage,
  changesQuery,
  contentQuery,
  fileChanges,
  fileProof,
  fileQuery,
  filesQuery,
} from '../archive.ts';
import { idParams } from '../common.ts';
import { documentPagePath, uploadAnswer } from '../registrations.ts';
import { NO_UPLOAD, TUS_BODY, TUS_VERSION, uploadParams, uploadState } from '../uploads.ts';
import { ALL_ROLES, type Routes } from './route.ts';

const tag = 'Arquivos';
const path = '/api/registrations/:id';
const upload = `${path}/uploads/:uploadId` as const;
const tusVersion = z.string().optional().describe(TUS_VERSION);
const zip = z.file().mime('application/zip');

/** Conditional request (RFC 9110). */
const ifNoneMatch = z.string().optional();

export const fileRoutes = {
  uploadFile: {
    method: 'POST',
    path: `${path}/upload`,
    tag,
    summary: 'Envia o ZIP: multipart com o campo file, ou os bytes como application/zip com X-File-Name',
    roles: ALL_ROLES,
    scope: 'files:write',
    params: idParams,
    headers: z.object({
      'x-file-name': z
        .string()
        .optional()
        .describe('Nome do arquivo, em UTF-8 e com percent-encoding; exigido com application/zip'),
      'x-content-sha256': z
        .string()
        .optional()
        .describe('SHA-256 do arquivo, em hexadecimal: conferido ao chegar'),
    }),
    bodies: { 'multipart/form-data': z.object({ file: zip }), 'application/zip': zip },
    answer: uploadAnswer,
  },
  getUpload: {
    method: 'GET',
    path: `${path}/upload`,
    tag,
    summary: 'O último envio: até onde chegou, ou o que foi feito dele',
    roles: ALL_ROLES,
    scope: 'files:write',
    params: idParams,
    answer: uploadState,
    refusals: [403],
  },
  beginUpload: {
    method: 'POST',
    path: `${path}/uploads`,
    tag,
    summary: 'Começa um envio retomável (tus 1.0): o endereço dele vem em Location',
    roles: ALL_ROLES,
    scope: 'files:write',
    params: idParams,
    headers: z.object({
      'upload-length': z.string().describe('Tamanho do arquivo, em bytes'),
      'upload-metadata': z
        .string()
        .describe('filename e, se houver, sha256: cada chave seguida de seu valor em base64, com vírgulas'),
      'tus-resumable': tusVersion,
    }),
    status: 201,
    refusals: [400, 409, 412, 413],
  },
  findUpload: {
    method: 'HEAD',
    path: upload,
    tag,
    summary: 'De que byte um envio retomável continua, em Upload-Offset',
    roles: ALL_ROLES,
    scope: 'files:write',
    params: uploadParams,
    headers: z.object({ 'tus-resumable': tusVersion }),
    refusals: [403, 409, 412, 423],
    absent: NO_UPLOAD,
  },
  continueUpload: {
    method: 'PATCH',
    path: upload,
    tag,
    summary: 'Continua um envio retomável; com o último byte, responde quando o arquivo está guardado',
    roles: ALL_ROLES,
    scope: 'files:write',
    params: uploadParams,
    headers: z.object({
      'upload-offset': z.string().describe('De que byte o corpo continua'),
      'tus-resumable': tusVersion,
    }),
    bodies: { [TUS_BODY]: z.file().mime(TUS_BODY) },
    refusals: [400, 409, 412, 413],
    absent: NO_UPLOAD,
  },
  endUpload: {
    method: 'DELETE',
    path: upload,
    tag,
    summary: 'Desiste de um envio retomável',
    roles: ALL_ROLES,
    scope: 'files:write',
    params: uploadParams,
    headers: z.object({ 'tus-resumable': tusVersion }),
    refusals: [409, 412],
    absent: NO_UPLOAD,
  },
  downloadFile: {
    method: 'GET',
    path: `${path}/download`,
    tag,
    summary: 'O ZIP enviado, byte a byte; aceita Range',
    roles: ALL_ROLES,
    params: idParams,
    headers: z.object({
      range: z.string().optional(),
      'if-range': z.string().optional(),
      'if-none-match': ifNoneMatch,
    }),
    file: {
      media: 'application/zip',
      also: { 206: 'A parte pedida', 304: 'O arquivo é o de antes', 416: 'A parte pedida não existe' },
    },
    refusals: [429],
    page: (id) => documentPagePath(id, 'arquivo'),
  },
  listFiles: {
    method: 'GET',
    path: `${path}/files`,
    tag,
    summary: 'Os arquivos dentro do ZIP, na ordem do manifesto',
    roles: ALL_ROLES,
    params: idParams,
    query: filesQuery,
    answer: archiveFilePage,
    refusals: [400],
  },
  listChanges: {
    method: 'GET',
    path: `${path}/files/changes`,
    tag,
    summary: 'O que mudou em relação ao ZIP para o qual foram pedidas correções; 404 quando não há um',
    roles: ALL_ROLES,
    params: idParams,
    query: changesQuery,
    answer: fileChanges,
    refusals: [400],
  },
  readFile: {
    method: 'GET',
    path: `${path}/files/content`,
    tag,
    summary: 'Os primeiros 256 KiB de um arquivo de texto do ZIP, ou do ZIP anterior às correções',
    roles: ALL_ROLES,
    params: idParams,
    query: contentQuery,
    file: { media: 'text/plain' },
    refusals: [400, 422],
  },
  proveFile: {
    method: 'GET',
    path: `${path}/files/proof`,
    tag,
    summary: 'A prova de que um arquivo está no ZIP, sem mostrar os outros; só para o titular',
    roles: ALL_ROLES,
    params: idParams,
    query: fileQuery,
    answer: fileProof,
    refusals: [400, 403, 422],
  },
  getCertificate: {
    method: 'GET',
    path: `${path}/certificate`,
    tag: 'Documentos',
    summary: 'O certificado em PDF',
    roles: ALL_ROLES,
    scope: 'certificates:read',
    params: idParams,
    file: { media: 'application/pdf' },
    limit: 'pdfs',
    refusals: [400],
    page: (id) => documentPagePath(id, 'certificado'),
  },
  getReceipt: {
    method: 'GET',
    path: `${path}/receipt`,
    tag: 'Documentos',
    summary: 'O recibo em PDF',
    roles: ALL_ROLES,
    scope: 'certificates:read',
    params: idParams,
    file: { media: 'application/pdf' },
    limit: 'pdfs',
    refusals: [400, 403],
    page: (id) => documentPagePath(id, 'recibo'),
  },
} as const satisfies Routes;
