import { Readable } from 'node:stream';
import type { CallOptions } from '@g2/kit/grpc-client';
import type { PaymentFilter, PaymentRows } from '@g2/proto/payment';
import { AppError } from '@g2/terms/errors';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type { paymentExportBody } from '../../contract/payment-admin.ts';
import { adminPaymentRoutes } from '../../contract/routes/admin-payments.ts';
import { attachment } from '../disposition.ts';
import { BOM } from '../files/csv.ts';
import { paymentsHeader, paymentsRow } from '../files/payments-csv.ts';
import { endWhenUnread } from '../files/transfer.ts';
import { pageOfItems, toPageRequest } from '../present/common.ts';
import { besideOf, presentDetails, presentListed, presentOrder } from '../present/payment-admin.ts';
import { presentWebhookEvent } from '../present/payments.ts';
import { namesOf } from '../present/people.ts';
import { presentReminded, presentUnpaidFile } from '../present/unpaid-files.ts';
import { type Deps, route } from '../route.ts';
import { paymentsFound } from './found-payments.ts';
import { PROVIDER_DEADLINE_MS } from './payments.ts';

const PAGE_DEADLINE_MS = 15_000;

/** Money as admins see it: the payments, what the provider told, and what is given back or taken away as a file. */
export function addAdminPayments(app: FastifyInstance, deps: Deps): void {
  addPayments(app, deps);
  addRefund(app, deps);
  addExport(app, deps);
  addUnpaid(app, deps);
  addEvents(app, deps);
}

type Asked = z.output<typeof paymentExportBody>;

async function filterOf(
  { clients }: Deps,
  { status = [], kind = [], userId, from, to, search }: Asked,
  call: CallOptions,
): Promise<{ filter: PaymentFilter; capped: boolean }> {
  const found = await paymentsFound(clients, search, call);
  return {
    filter: { statuses: status, kinds: kind, userId, from, to, search: found.search },
    capped: found.capped,
  };
}

function addPayments(app: FastifyInstance, deps: Deps): void {
  const { clients } = deps;

  route(app, deps, adminPaymentRoutes.listPayments, async ({ query, call, request }) => {
    const { filter, capped } = await filterOf(deps, query, call);
    const found = await clients.payments.listPayments({ page: toPageRequest(query), ...filter }, call);
    const { received = 0, refunded = 0, withCredits = 0 } = found.totals ?? {};
    const beside = await besideOf(clients, found.items, call, request.log);
    return {
      ...pageOfItems(
        query,
        found.items.map((one) => presentListed(one, beside)),
        found,
      ),
      totals: { count: found.total, received, refunded, withCredits },
      ...(capped ? { searchCapped: true as const } : {}),
    };
  });

  route(app, deps, adminPaymentRoutes.getPayment, async ({ params, call, request }) => {
    const found = await clients.payments.getPayment(params, call);
    const { payment } = found;
    if (!payment) throw new AppError('internal');
    const admins = found.steps.flatMap(({ order }) => order?.orderedBy ?? []);
    return presentDetails(payment, found, await besideOf(clients, [payment], call, request.log, admins));
  });
}

function addUnpaid(app: FastifyInstance, deps: Deps): void {
  const { registrations } = deps.clients;
  route(app, deps, adminPaymentRoutes.listUnpaidFiles, async ({ query, call }) => {
    const found = await registrations.listUnpaidFiles({ page: toPageRequest(query) }, call);
    return pageOfItems(query, found.items.map(presentUnpaidFile), found);
  });
  route(app, deps, adminPaymentRoutes.remindOfPayment, async ({ params, call }) =>
    presentReminded(await registrations.remindOfPayment(params, call)),
  );
}

function addRefund(app: FastifyInstance, deps: Deps): void {
  const { identity, payments } = deps.clients;
  route(app, deps, adminPaymentRoutes.refundPayment, async ({ params, body, call, request }) => {
    const order = await payments.refundPayment(
      { ...params, reason: body.reason, note: body.note ?? '' },
      { ...call, deadlineMs: PROVIDER_DEADLINE_MS },
    );
    return presentOrder(order, await namesOf(identity, [order.orderedBy], call, request.log));
  });
}

/** Page by page: memory does not grow with it. That it leaves is in the trail before its first byte. */
function addExport(app: FastifyInstance, deps: Deps): void {
  const { clients, sessions, config } = deps;
  route(app, deps, adminPaymentRoutes.exportPayments, async ({ body, session, call, request, reply }) => {
    const { filter } = await filterOf(deps, body, call);
    const written = async ({ items }: PaymentRows, token: typeof call.token): Promise<string> => {
      const beside = await besideOf(clients, items, { token }, request.log);
      return items.map((one) => paymentsRow(one, beside)).join('');
    };
    const lines = async function* (first: PaymentRows) {
      yield BOM + paymentsHeader() + (await written(first, call.token));
      for (let { next } = first; next !== ''; ) {
        // An actor token lives a minute, an export may take longer; and it ends with its session.
        const { tokens: token } = await sessions.recent(session.secret);
        const options = { token, deadlineMs: PAGE_DEADLINE_MS };
        const rows = await clients.payments.continuePaymentExport({ filter, after: next }, options);
        yield await written(rows, token);
        next = rows.next;
      }
    };
    const first = await clients.payments.startPaymentExport(filter, {
      ...call,
      deadlineMs: PAGE_DEADLINE_MS,
    });
    endWhenUnread(reply.raw, config.TRANSFER_IDLE_MS);
    return reply
      .header('cache-control', 'private, no-store')
      .header('content-disposition', attachment('pagamentos.csv'))
      .type('text/csv; charset=utf-8')
      .send(Readable.from(lines(first)));
  });
}

function addEvents(app: FastifyInstance, deps: Deps): void {
  const { payments } = deps.clients;

  route(app, deps, adminPaymentRoutes.listWebhookEvents, async ({ query, call }) => {
    const found = await payments.listWebhookEvents(
      { page: toPageRequest(query), statuses: query.status ?? [] },
      call,
    );
    return pageOfItems(query, found.items.map(presentWebhookEvent), found);
  });

  route(app, deps, adminPaymentRoutes.replayWebhookEvent, async ({ params, call }) =>
    presentWebhookEvent(
      await payments.replayWebhookEvent(params, { ...call, deadlineMs: PROVIDER_DEADLINE_MS }),
    ),
  );
}
