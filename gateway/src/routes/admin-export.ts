import type { CallOptions } from '@g2/kit/grpc-client';
import type { Logger } from '@g2/kit/log';
import type { ExportPage, ExportRow } from '@g2/proto/registration';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { adminRoutes } from '../../contract/routes/admin.ts';
import { sendChunks } from '../disposition.ts';
import { CSV, csvFile, csvHeader, csvRow, type RowContext } from '../files/csv.ts';
import { mailCopy } from '../files/mail-copy.ts';
import { refuseCrossSite } from '../plugins/origin.ts';
import { namesOf } from '../present/people.ts';
import { type Deps, route } from '../route.ts';
import { exportOptions, type Session } from '../sessions.ts';

const PAGE = 500;

type Asked = { session: Session; request: FastifyRequest; reply: FastifyReply };

/** The export needs a recent confirmation. Web pages use POST, programs use GET. */
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
  const operators = rows.map((one) => one.assignedOperatorId);
  const [names, paid] = await Promise.all([
    namesOf(identity, operators, call, log),
    payments.getSettledPayments({ registrationIds: rows.map(({ id }) => id) }, call),
  ]);
  return { names, paid: new Map(paid.items.map((one) => [one.registrationId, one])) };
}

async function sendExport(
  { clients, sessions, config }: Deps,
  period: number,
  { session, request, reply }: Asked,
): Promise<FastifyReply> {
  const fileName = `registros_${period}_dias.csv`;
  const options = exportOptions(sessions, session);
  const pageAfter = async (after: string): Promise<ExportPage> =>
    clients.registrations.exportRegistrations({ period, after, limit: PAGE }, await options());
  const mail = async (content: Buffer | undefined) =>
    clients.identity.mailReport({ period, fileName, content }, await options());
  const written = async ({ items, next }: ExportPage) => {
    const beside = await besideRows(clients, items, await options(), request.log);
    return { text: items.map((it) => csvRow(it, beside)).join(''), next };
  };
  // The first page is read before the response starts, so that errors keep their status.
  const first = await written(
    await clients.registrations.startExport({ period, limit: PAGE }, await options()),
  );
  // A HEAD request exports nothing, so it is not recorded.
  if (request.method !== 'HEAD') await clients.identity.recordReport({ period }, await options());
  const lines = csvFile(csvHeader(), first, async (after) => written(await pageAfter(after)));
  const copied = mailCopy(lines, mail, request.log);
  return sendChunks(reply, fileName, CSV, copied, config.TRANSFER_IDLE_MS);
}
