import type { Pdf } from '@g2/proto/common';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { idParams } from '../../contract/common.ts';
import { detailsPage } from '../../contract/registrations.ts';
import { attachment } from '../disposition.ts';
import { type Deps, route, signedIn } from '../route.ts';

const tag = 'Documentos';
const media = 'application/pdf';
/** It may have to be made first, ms. */
const RENDER_DEADLINE_MS = 15_000;

export function addDocuments(app: FastifyInstance, deps: Deps): void {
  const { certificates, payments } = deps.clients;

  route(app, deps, {
    method: 'GET',
    url: '/api/registrations/:id/certificate',
    tag,
    summary: 'O certificado em PDF',
    roles: signedIn,
    params: idParams,
    media,
    limit: 'pdfs',
    page: (id) => detailsPage(id, 'certificado'),
    run: async ({ params, call, reply }) => {
      const pdf = await certificates.getCertificate(params, { ...call, deadlineMs: RENDER_DEADLINE_MS });
      return sendPdf(reply, pdf, `certificado_${params.id.slice(0, 8)}.pdf`);
    },
  });

  route(app, deps, {
    method: 'GET',
    url: '/api/registrations/:id/receipt',
    tag,
    summary: 'O recibo em PDF',
    roles: ['client', 'operator', 'admin'],
    params: idParams,
    media,
    limit: 'pdfs',
    page: (id) => detailsPage(id, 'recibo'),
    run: async ({ params, call, reply }) => {
      const pdf = await payments.getReceipt(params, { ...call, deadlineMs: RENDER_DEADLINE_MS });
      return sendPdf(reply, pdf, `recibo_${params.id.slice(0, 8)}.pdf`);
    },
  });
}

const sendPdf = (reply: FastifyReply, pdf: Pdf, fallbackName: string): FastifyReply =>
  reply
    .header('cache-control', 'private, no-store')
    .header('content-disposition', attachment(pdf.fileName || fallbackName))
    .type(media)
    .send(Buffer.from(pdf.content));
