import type { FastifyInstance } from 'fastify';
import { ownDataRoutes } from '../../contract/routes/own-data.ts';
import { sendChunks } from '../disposition.ts';
import { bufferStart } from '../files/buffered-start.ts';
import { ownData } from '../own-data/account-data.ts';
import { jsonOf } from '../own-data/document.ts';
import { refuseCrossSite } from '../plugins/origin.ts';
import { type Deps, route } from '../route.ts';
import { EXPORT_DEADLINE_MS, exportOptions } from '../sessions.ts';

/** Bytes buffered before the response starts. A larger export may be truncated when a service fails. */
const WHOLE_BYTES = 8 * 1024 * 1024;

const civilDate = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' });

/** Data export and deletion of the own account (LGPD, art. 18). */
export function addOwnData(app: FastifyInstance, deps: Deps): void {
  const { clients, sessions, cookies, config } = deps;

  route(app, deps, ownDataRoutes.exportOwnData, async ({ session, request, reply }) => {
    await refuseCrossSite(request);
    const now = new Date();
    const call = exportOptions(sessions, session);
    const parts = await ownData({ clients, call, publicUrl: config.PUBLIC_URL, now });
    const file = await bufferStart(jsonOf(parts), WHOLE_BYTES);
    const fileName = `meus-dados-g2-${civilDate.format(now)}.json`;
    return sendChunks(reply, fileName, 'application/json; charset=utf-8', file, config.TRANSFER_IDLE_MS);
  });

  route(app, deps, ownDataRoutes.deleteAccount, async ({ body, session, call, reply }) => {
    const end = () => clients.identity.deleteOwnAccount(body, { ...call, deadlineMs: EXPORT_DEADLINE_MS });
    await sessions.runChange(session.user.id, 'user', end);
    cookies.clear(reply);
  });
}
