import type { Pdf } from '@g2/proto/common';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { fileRoutes } from '../../contract/routes/files.ts';
import { sendAttachment } from '../disposition.ts';
import { iso, pageOfItems, present, toPageRequest } from '../present/common.ts';
import { type Deps, route } from '../route.ts';

/** Deadline, ms. The service may have to render the PDF first. */
const RENDER_DEADLINE_MS = 15_000;
/** Deadline, ms. A proof or comparison may hash manifests of 100,000 files. */
const MANIFEST_DEADLINE_MS = 15_000;

/** Every user who may download the ZIP may also read its contents. */
export function addFiles(app: FastifyInstance, deps: Deps): void {
  const { registrations, storage } = deps.clients;
  addDocuments(app, deps);

  route(app, deps, fileRoutes.listFiles, async ({ params, query: { prefix, page, limit }, call }) => {
    const { ticket } = await registrations.startDownload({ ...params, use: 'list' }, call);
    const { items, total } = await storage.listFiles({ ticket, prefix, page: { page, limit } }, call);
    return { items: items.map(present), total, page, pageSize: limit };
  });

  route(app, deps, fileRoutes.listChanges, async ({ params, query: { change = '', ...asked }, call }) => {
    const [now, { ticket: earlierTicket, ...earlier }] = await Promise.all([
      registrations.startDownload({ ...params, use: 'list' }, call),
      registrations.startDownload({ ...params, version: 'earlier', use: 'list' }, call),
    ]);
    const compared = await storage.compareFiles(
      { ticket: now.ticket, earlierTicket, change, page: toPageRequest(asked) },
      { ...call, deadlineMs: MANIFEST_DEADLINE_MS },
    );
    const { items, added, removed, changed } = compared;
    const { fileName, fileSize: size, sha256, attachedAt } = earlier;
    return {
      ...pageOfItems(asked, items.map(present), compared),
      added,
      removed,
      changed,
      earlier: { fileName, size, sha256, attachedAt: iso(attachedAt) },
    };
  });

  route(app, deps, fileRoutes.readFile, async ({ params, query: { path, version }, call, reply }) => {
    const { ticket } = await registrations.startDownload({ ...params, version, use: 'file' }, call);
    const { text, isWhole } = await storage.readFile({ ticket, path }, call);
    // These headers keep a browser from executing the content, whatever it is.
    return reply
      .header('cache-control', 'private, no-store')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('x-content-type-options', 'nosniff')
      .header('x-whole', String(isWhole))
      .type('text/plain; charset=utf-8')
      .send(text);
  });

  route(app, deps, fileRoutes.proveFile, async ({ params, query: { path }, call }) => {
    const { ticket } = await registrations.startDownload({ ...params, use: 'list' }, call);
    return await storage.proveFile({ ticket, path }, { ...call, deadlineMs: MANIFEST_DEADLINE_MS });
  });
}

function addDocuments(app: FastifyInstance, deps: Deps): void {
  const { certificates, payments, registrations } = deps.clients;

  route(app, deps, fileRoutes.getCertificate, async ({ params, call, reply, request }) => {
    const pdf = await certificates.getCertificate(params, { ...call, deadlineMs: RENDER_DEADLINE_MS });
    // If this call fails, the download still succeeds and the registration stays in the `waiting` list.
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
