import type { FastifyInstance } from 'fastify';
import { fileRoutes } from '../../contract/routes/files.ts';
import { iso, pageOfItems, present, toPageRequest } from '../present/common.ts';
import { type Deps, route } from '../route.ts';

/** A proof or comparison may hash manifests of 100,000 files, ms. */
const MANIFEST_DEADLINE_MS = 15_000;

/** Readable by everyone who may download the ZIP. */
export function addFiles(app: FastifyInstance, deps: Deps): void {
  const { registrations, storage } = deps.clients;

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
    // Prevents execution in a browser, whatever the content.
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
