import type { WebhookEvent } from '@g2/gateway/contract/payments';

/** A webhook event, with the other events of the same payment on this page, newest first. */
export interface EventRow extends WebhookEvent {
  readonly relatedEvents: readonly WebhookEvent[];
}

/** Groups processed events by payment. All other events keep a row of their own, so that they can be replayed. */
export function groupByPayment(events: readonly WebhookEvent[]): EventRow[] {
  const rows: { event: WebhookEvent; relatedEvents: WebhookEvent[] }[] = [];
  const rowByPayment = new Map<string, (typeof rows)[number]>();
  for (const event of events) {
    const payment = event.status === 'processed' ? event.paymentIntentId : null;
    const existingRow = payment === null ? undefined : rowByPayment.get(payment);
    if (existingRow !== undefined) {
      existingRow.relatedEvents.push(event);
      continue;
    }
    const row = { event, relatedEvents: [] };
    rows.push(row);
    if (payment !== null) rowByPayment.set(payment, row);
  }
  return rows.map(({ event, relatedEvents }) => ({ ...event, relatedEvents }));
}
