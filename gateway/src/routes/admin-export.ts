import { Readable } from 'node:stream';
import type { CallOptions } from '@g2/kit/grpc-client';
import type { Logger } from '@g2/kit/log';
import type { ExportPage, ExportRow } from '@g2/proto/registration';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { adminRoutes } from '../../contract/routes/admin.ts';
import { contentDisposition } from '../disposition.ts';
import { BOM, csvHeader, csvRow, type RowContext } from '../files/csv.ts';
import { mailCopy } from '../files/mail-copy.ts';
import { cutUnreadDownload } from '../files/transfer.ts';
import { refuseCrossSite } from '../plugins/origin.ts';
import { namesOf } from '../present/people.ts';
import { type Deps, route } from '../route.ts';
import type { Session } from '../sessions.ts';

const PAGE = 500;
const PAGE_DEADLINE_MS = 15_000;

type Asked = { session: Session; request: FastifyRequest; reply: FastifyReply };

/** Needs a recent confirmation. POST for pages, GET for programs. */
export function addAdminExport(app: FastifyInstance, deps: Deps): void {
  route(app, deps, adminRoutes.exportRegistrations, async ({ body, ...asked }) =>
    sendExport(deps, body.period, asked),
  );

  route(app, deps, adminRoutes.exportRegistrationsByAddress, async ({ query, ...asked }) => {
    await refuseCrossSite(asked.request);
    return sendExport(deps, query.period, asked);
  });
}

/** @throws AppError when payment-credit is unavailable: a file without refunds would be wrong */
async function besideRows(
  { identity, payments }: Deps['clients'],
  rows: readonly ExportRow[],
  call: CallOptions,
  log: Pick<Logger, 'warn'>,
): Promise<RowContext> {
  const [names, paid] = await Promise.all([
    namesOf(
      identity,
      rows.map((one) => one.assignedOperatorId),
      call,
      log,
    ),
    payments.getSettledPayments({ registrationIds: rows.map(({ id }) => id) }, call),
  ]);
  return { names, paid: new Map(paid.items.map((one) => [one.registrationId, one])) };
}

/** Streams page by page: memory does not grow with the period. */
async function sendExport(
  { clients, sessions, config }: Deps,
  period: number,
  { session, request, reply }: Asked,
): Promise<FastifyReply> {
  const fileName = `registros_${period}_dias.csv`;
  // A fresh token per page: actor tokens expire after one minute, and with their session.
  const options = async () => ({
    token: (await sessions.recent(session.secret)).tokens,
    deadlineMs: PAGE_DEADLINE_MS,
  });
  const pageAfter = async (after: string): Promise<ExportPage> =>
    clients.registrations.exportRegistrations({ period, after, limit: PAGE }, await options());
  const mail = async (content: Buffer | undefined) =>
    clients.identity.mailReport({ period, fileName, content }, await options());
  const written = async ({ items }: ExportPage): Promise<string> => {
    const beside = await besideRows(clients, items, await options(), request.log);
    return items.map((it) => csvRow(it, beside)).join('');
  };
  const lines = async function* (first: string, after: string) {
    yield BOM + csvHeader() + first;
    for (let next = after; next !== ''; ) {
      const page = await pageAfter(next);
      yield await written(page);
      next = page.next;
    }
  };
  // The first page is read before the response starts, so that errors keep their status.
  const first = await clients.registrations.startExport({ period, limit: PAGE }, await options());
  const opening = await written(first);
  // HEAD exports nothing.
  if (request.method !== 'HEAD') await clients.identity.recordReport({ period }, await options());
  cutUnreadDownload(reply.raw, config.TRANSFER_IDLE_MS);
  return reply
    .header('cache-control', 'private, no-store')
    .header('content-disposition', contentDisposition(fileName))
    .type('text/csv; charset=utf-8')
    .send(Readable.from(mailCopy(lines(opening, first.next), mail, request.log)));
}
