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
import { documentPagePath } from '../registration-terms.ts';
import { uploadAnswer } from '../registrations.ts';
import { NO_UPLOAD, TUS_BODY, TUS_VERSION, uploadParams, uploadState } from '../uploads.ts';
import { ALL_ROLES, type Routes } from './route.ts';

const tag = 'Arquivos';
const path = '/api/registrations/:id';
const upload = `${path}/uploads/:uploadId` as const;
const header = z.string().optional();
const tusVersion = header.describe(TUS_VERSION);
const zip = z.file().mime('application/zip');
const read = { method: 'GET', tag, roles: ALL_ROLES, params: idParams } as const;
const write = { tag, roles: ALL_ROLES, scope: 'files:write', params: idParams } as const;
const tus = {
  tag,
  roles: ALL_ROLES,
  scope: 'files:write',
  path: upload,
  params: uploadParams,
  absent: NO_UPLOAD,
} as const;
const document = {
  method: 'GET',
  tag: 'Documentos',
  roles: ALL_ROLES,
  scope: 'certificates:read',
  params: idParams,
  file: { media: 'application/pdf' },
  limit: 'pdfs',
} as const;

export const fileRoutes = {
  uploadFile: {
    ...write,
    method: 'POST',
    path: `${path}/upload`,
    summary: 'Envia o ZIP: multipart com o campo file, ou os bytes como application/zip com X-File-Name',
    headers: z.object({
      'x-file-name': header.describe(
        'Nome do arquivo, em UTF-8 e com percent-encoding; exigido com application/zip',
      ),
      'x-content-sha256': header.describe('SHA-256 do arquivo, em hexadecimal: conferido ao chegar'),
    }),
    bodies: { 'multipart/form-data': z.object({ file: zip }), 'application/zip': zip },
    answer: uploadAnswer,
  },
  getUpload: {
    ...write,
    method: 'GET',
    path: `${path}/upload`,
    summary: 'O último envio: até onde chegou, ou o que foi feito dele',
    answer: uploadState,
    refusals: [403],
  },
  beginUpload: {
    ...write,
    method: 'POST',
    path: `${path}/uploads`,
    summary: 'Começa um envio retomável (tus 1.0): o endereço dele vem em Location',
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
    ...tus,
    method: 'HEAD',
    summary: 'De que byte um envio retomável continua, em Upload-Offset',
    headers: z.object({ 'tus-resumable': tusVersion }),
    refusals: [403, 409, 412, 423],
  },
  continueUpload: {
    ...tus,
    method: 'PATCH',
    summary: 'Continua um envio retomável; com o último byte, responde quando o arquivo está guardado',
    headers: z.object({
      'upload-offset': z.string().describe('De que byte o corpo continua'),
      'tus-resumable': tusVersion,
    }),
    bodies: { [TUS_BODY]: z.file().mime(TUS_BODY) },
    refusals: [400, 409, 412, 413],
  },
  endUpload: {
    ...tus,
    method: 'DELETE',
    summary: 'Desiste de um envio retomável',
    headers: z.object({ 'tus-resumable': tusVersion }),
    refusals: [409, 412],
  },
  downloadFile: {
    ...read,
    path: `${path}/download`,
    summary: 'O ZIP enviado, byte a byte; aceita Range',
    headers: z.object({ range: header, 'if-range': header, 'if-none-match': header }),
    file: {
      media: 'application/zip',
      also: { 206: 'A parte pedida', 304: 'O arquivo é o de antes', 416: 'A parte pedida não existe' },
    },
    refusals: [429],
    page: (id) => documentPagePath(id, 'arquivo'),
  },
  listFiles: {
    ...read,
    path: `${path}/files`,
    summary: 'Os arquivos dentro do ZIP, na ordem do manifesto',
    query: filesQuery,
    answer: archiveFilePage,
    refusals: [400],
  },
  listChanges: {
    ...read,
    path: `${path}/files/changes`,
    summary: 'O que mudou em relação ao ZIP para o qual foram pedidas correções; 404 quando não há um',
    query: changesQuery,
    answer: fileChanges,
    refusals: [400],
  },
  readFile: {
    ...read,
    path: `${path}/files/content`,
    summary: 'Os primeiros 256 KiB de um arquivo de texto do ZIP, ou do ZIP anterior às correções',
    query: contentQuery,
    file: { media: 'text/plain' },
    refusals: [400, 422],
  },
  proveFile: {
    ...read,
    path: `${path}/files/proof`,
    summary: 'A prova de que um arquivo está no ZIP, sem mostrar os outros; só para o titular',
    query: fileQuery,
    answer: fileProof,
    refusals: [400, 403, 422],
  },
  getCertificate: {
    ...document,
    path: `${path}/certificate`,
    summary: 'O certificado em PDF',
    refusals: [400],
    page: (id) => documentPagePath(id, 'certificado'),
  },
  getReceipt: {
    ...document,
    path: `${path}/receipt`,
    summary: 'O recibo em PDF',
    refusals: [400, 403],
    page: (id) => documentPagePath(id, 'recibo'),
  },
} as const satisfies Routes;
