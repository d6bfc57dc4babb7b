import { AppError } from '@g2/terms/errors';
import type { FastifyInstance } from 'fastify';
import { adminPaymentRoutes } from '../../contract/routes/admin-payments.ts';
import { pageOfItems, present, toPageRequest } from '../present/common.ts';
import {
  paymentLabelsOf,
  presentDetails,
  presentListed,
  presentOrder,
  presentTotals,
  presentTransfer,
  presentUnpaidTotals,
} from '../present/payment-admin.ts';
import { namesOf } from '../present/people.ts';
import { type Deps, route } from '../route.ts';
import { addPaymentExport } from './payment-export.ts';
import { paymentFilter } from './payment-search.ts';
import { PROVIDER_DEADLINE_MS } from './payments.ts';

export function addAdminPayments(app: FastifyInstance, deps: Deps): void {
  addPayments(app, deps);
  addRefunds(app, deps);
  addPaymentExport(app, deps);
  addUnpaid(app, deps);
  addEvents(app, deps);
}

function addPayments(app: FastifyInstance, deps: Deps): void {
  const { clients } = deps;

  route(app, deps, adminPaymentRoutes.listPayments, async ({ query, call, request }) => {
    const { filter, capped } = await paymentFilter(deps.clients, query, call);
    const found = await clients.payments.listPayments({ page: toPageRequest(query), ...filter }, call);
    const beside = await paymentLabelsOf(clients, found.items, call, request.log);
    const items = found.items.map((one) => presentListed(one, beside));
    return {
      ...pageOfItems(query, items, found),
      totals: presentTotals(found),
      ...(capped ? { searchCapped: true as const } : {}),
    };
  });

  route(app, deps, adminPaymentRoutes.countAttention, async ({ call }) => {
    const { items } = await clients.payments.countAttention({}, call);
    return { items: items.map(present) };
  });

  route(app, deps, adminPaymentRoutes.getPayment, async ({ params, call, request }) => {
    const found = await clients.payments.getPayment(params, call);
    const { payment } = found;
    if (!payment) throw new AppError('internal');
    const ordered = found.steps.flatMap(({ order }) => order?.orderedBy ?? []);
    const admins = found.transfer ? [...ordered, found.transfer.recordedBy] : ordered;
    return presentDetails(
      payment,
      found,
      await paymentLabelsOf(clients, [payment], call, request.log, admins),
    );
  });
}

function addUnpaid(app: FastifyInstance, deps: Deps): void {
  const { registrations } = deps.clients;
  route(app, deps, adminPaymentRoutes.listUnpaidFiles, async ({ query, call }) => {
    const found = await registrations.listUnpaidFiles({ page: toPageRequest(query) }, call);
    const items = found.items.map((file) => ({ ...present(file), amount: file.paymentAmount }));
    return { ...pageOfItems(query, items, found), totals: presentUnpaidTotals(found) };
  });
  route(app, deps, adminPaymentRoutes.remindOfPayment, async ({ params, call }) =>
    present(await registrations.remindOfPayment(params, call)),
  );
}

function addRefunds(app: FastifyInstance, deps: Deps): void {
  const { identity, payments } = deps.clients;
  route(app, deps, adminPaymentRoutes.refundPayment, async ({ params, body, call, request }) => {
    const order = await payments.refundPayment(
      { ...params, reason: body.reason, note: body.note ?? '' },
      { ...call, deadlineMs: PROVIDER_DEADLINE_MS },
    );
    return presentOrder(order, await namesOf(identity, [order.orderedBy], call, request.log));
  });

  route(app, deps, adminPaymentRoutes.recordTransfer, async ({ params, body, call, request }) => {
    const transfer = await payments.recordTransfer({ ...params, ...body, note: body.note ?? '' }, call);
    return presentTransfer(transfer, await namesOf(identity, [transfer.recordedBy], call, request.log));
  });
}

function addEvents(app: FastifyInstance, deps: Deps): void {
  const { payments } = deps.clients;

  route(app, deps, adminPaymentRoutes.listWebhookEvents, async ({ query, call }) => {
    const found = await payments.listWebhookEvents(
      { page: toPageRequest(query), statuses: query.status ?? [] },
      call,
    );
    return pageOfItems(query, found.items.map(present), found);
  });

  route(app, deps, adminPaymentRoutes.replayWebhookEvent, async ({ params, call }) =>
    present(await payments.replayWebhookEvent(params, { ...call, deadlineMs: PROVIDER_DEADLINE_MS })),
  );
}
