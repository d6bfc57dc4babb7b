import { Readable } from 'node:stream';
import type { ExportPage } from '@g2/proto/registration';
import type { FastifyInstance } from 'fastify';
import { adminRoutes } from '../../contract/routes/admin.ts';
import { attachment } from '../disposition.ts';
import { BOM, csvHeader, csvRow } from '../files/csv.ts';
import { mailCopy } from '../files/mail-copy.ts';
import { endWhenUnread } from '../files/transfer.ts';
import { type Deps, route } from '../route.ts';

const PAGE = 500;
const PAGE_DEADLINE_MS = 15_000;

/** All registrations of a period as CSV, page by page: memory does not grow with them. */
export function addAdminExport(app: FastifyInstance, deps: Deps): void {
  const { clients, sessions, config } = deps;

  route(
    app,
    deps,
    adminRoutes.exportRegistrations,
    async ({ query: { period }, session, request, reply }) => {
      const fileName = `registros_${period}_dias.csv`;
      const token = async () => (await sessions.recent(session.secret)).tokens;
      const pageAfter = async (after: string): Promise<ExportPage> => {
        // An actor token lives a minute, an export may take longer; and it ends with its session.
        const options = { token: await token(), deadlineMs: PAGE_DEADLINE_MS };
        return clients.registrations.exportRegistrations({ period, after, limit: PAGE }, options);
      };
      const mail = async (content: Buffer | undefined) =>
        clients.identity.mailReport({ period, fileName, content }, { token: await token() });
      const lines = async function* (first: ExportPage) {
        yield BOM + csvHeader() + first.items.map(csvRow).join('');
        for (let { next } = first; next !== ''; ) {
          const page = await pageAfter(next);
          yield page.items.map(csvRow).join('');
          next = page.next;
        }
      };
      // The first page comes before the first byte: what fails until here is still an error with its status.
      const first = await pageAfter('');
      endWhenUnread(reply.raw, config.TRANSFER_IDLE_MS);
      return reply
        .header('cache-control', 'private, no-store')
        .header('content-disposition', attachment(fileName))
        .type('text/csv; charset=utf-8')
        .send(Readable.from(mailCopy(lines(first), mail, request.log)));
    },
  );
}
