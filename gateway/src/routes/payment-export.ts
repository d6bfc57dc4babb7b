import type { CallOptions } from '@g2/kit/grpc-client';
import type { Payment, PaymentRows } from '@g2/proto/payment';
import type { FastifyInstance } from 'fastify';
import { adminPaymentRoutes } from '../../contract/routes/admin-payments.ts';
import { sendChunks } from '../disposition.ts';
import { CSV, csvFile } from '../files/csv.ts';
import { type Payers, paymentsHeader, paymentsRow } from '../files/payments-csv.ts';
import { paymentLabelsOf } from '../present/payment-admin.ts';
import { emailsOf } from '../present/people.ts';
import { type Deps, route } from '../route.ts';
import { EXPORT_DEADLINE_MS, exportOptions } from '../sessions.ts';
import { paymentFilter } from './payment-search.ts';

/** @throws AppError of identity or registration */
async function payersOf(
  { identity, registrations }: Deps['clients'],
  payments: readonly Payment[],
  call: CallOptions,
): Promise<Payers> {
  const ids = [...new Set(payments.flatMap(({ registrationId }) => registrationId ?? []))];
  const payers = payments.map((one) => one.userId);
  const [emails, { items }] = await Promise.all([
    emailsOf(identity, payers, call),
    registrations.getApplicants({ ids }, call),
  ]);
  return { emails, applicants: new Map(items.map((one) => [one.id, one])) };
}

/** The export is recorded in the audit trail before its first byte is sent. */
export function addPaymentExport(app: FastifyInstance, deps: Deps): void {
  const { clients, sessions, config } = deps;
  route(app, deps, adminPaymentRoutes.exportPayments, async ({ body, session, call, request, reply }) => {
    const { filter } = await paymentFilter(deps.clients, body, call);
    const written = async ({ items, next }: PaymentRows, token: typeof call.token) => {
      const [beside, payers] = await Promise.all([
        paymentLabelsOf(clients, items, { token }, request.log),
        payersOf(clients, items, { token, deadlineMs: EXPORT_DEADLINE_MS }),
      ]);
      return { text: items.map((one) => paymentsRow(one, { ...beside, ...payers })).join(''), next };
    };
    const options = { ...call, deadlineMs: EXPORT_DEADLINE_MS };
    const first = await clients.payments.startPaymentExport(filter, options);
    const lines = csvFile(paymentsHeader(), await written(first, call.token), async (after) => {
      const options = await exportOptions(sessions, session)();
      return written(await clients.payments.continuePaymentExport({ filter, after }, options), options.token);
    });
    return sendChunks(reply, 'pagamentos.csv', CSV, lines, config.TRANSFER_IDLE_MS);
  });
}
