import type { Pdf } from '@g2/proto/common';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { fileRoutes } from '../../contract/routes/files.ts';
import { sendAttachment } from '../disposition.ts';
import { type Deps, route } from '../route.ts';

/** The PDF may have to be rendered first, ms. */
const RENDER_DEADLINE_MS = 15_000;

export function addDocuments(app: FastifyInstance, deps: Deps): void {
  const { certificates, payments, registrations } = deps.clients;

  route(app, deps, fileRoutes.getCertificate, async ({ params, call, reply, request }) => {
    const pdf = await certificates.getCertificate(params, { ...call, deadlineMs: RENDER_DEADLINE_MS });
    // A failure here does not fail the download; the registration then stays in the `waiting` list.
    await registrations.noteCertificateTaken(params, call).catch((error: unknown) => {
      request.log.warn({ err: error }, 'not noted that a certificate was taken');
    });
    return sendPdf(reply, pdf, `certificado_${params.id.slice(0, 8)}.pdf`);
  });

  route(app, deps, fileRoutes.getReceipt, async ({ params, call, reply }) => {
    const pdf = await payments.getReceipt(params, { ...call, deadlineMs: RENDER_DEADLINE_MS });
    return sendPdf(reply, pdf, `recibo_${params.id.slice(0, 8)}.pdf`);
  });
}

const sendPdf = (reply: FastifyReply, { fileName, content }: Pdf, fallbackName: string): FastifyReply =>
  sendAttachment(reply, fileName || fallbackName, fileRoutes.getCertificate.file.media, Buffer.from(content));
