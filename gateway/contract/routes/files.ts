import { z } from 'zod';
import { archiveFilePage, fileProof, fileQuery, filesQuery } from '../archive.ts';
import { idParams } from '../common.ts';
import { detailsPage, uploadAnswer } from '../registrations.ts';
import { type Routes, signedIn } from './route.ts';

const tag = 'Arquivos';
const path = '/api/registrations/:id';
const zip = z.file().mime('application/zip');

/** Of conditional and partial reading (RFC 9110). */
const ifNoneMatch = z.string().optional();

/** The ZIP of a registration, and the documents about it. */
export const fileRoutes = {
  uploadFile: {
    method: 'POST',
    path: `${path}/upload`,
    tag,
    summary: 'Envia o ZIP: multipart com o campo file, ou os bytes como application/zip com X-File-Name',
    roles: signedIn,
    params: idParams,
    headers: z.object({
      'x-file-name': z
        .string()
        .optional()
        .describe('Nome do arquivo, em UTF-8 e com percent-encoding; exigido com application/zip'),
    }),
    bodies: { 'multipart/form-data': z.object({ file: zip }), 'application/zip': zip },
    answer: uploadAnswer,
  },
  downloadFile: {
    method: 'GET',
    path: `${path}/download`,
    tag,
    summary: 'O ZIP enviado, byte a byte; aceita Range',
    roles: signedIn,
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
    page: (id) => detailsPage(id, 'arquivo'),
  },
  listFiles: {
    method: 'GET',
    path: `${path}/files`,
    tag,
    summary: 'Os arquivos dentro do ZIP, na ordem do manifesto',
    roles: signedIn,
    params: idParams,
    query: filesQuery,
    answer: archiveFilePage,
    refusals: [400],
  },
  readFile: {
    method: 'GET',
    path: `${path}/files/content`,
    tag,
    summary: 'Os primeiros 256 KiB de um arquivo de texto do ZIP',
    roles: signedIn,
    params: idParams,
    query: fileQuery,
    file: { media: 'text/plain' },
    refusals: [400, 415],
  },
  proveFile: {
    method: 'GET',
    path: `${path}/files/proof`,
    tag,
    summary: 'A prova de que um arquivo está no ZIP, sem mostrar os outros; só para o titular',
    roles: signedIn,
    params: idParams,
    query: fileQuery,
    answer: fileProof,
    refusals: [400, 403],
  },
  getCertificate: {
    method: 'GET',
    path: `${path}/certificate`,
    tag: 'Documentos',
    summary: 'O certificado em PDF',
    roles: signedIn,
    params: idParams,
    file: { media: 'application/pdf' },
    limit: 'pdfs',
    refusals: [400],
    page: (id) => detailsPage(id, 'certificado'),
  },
  getReceipt: {
    method: 'GET',
    path: `${path}/receipt`,
    tag: 'Documentos',
    summary: 'O recibo em PDF',
    roles: signedIn,
    params: idParams,
    file: { media: 'application/pdf' },
    limit: 'pdfs',
    refusals: [400, 403],
    page: (id) => detailsPage(id, 'recibo'),
  },
} as const satisfies Routes;
