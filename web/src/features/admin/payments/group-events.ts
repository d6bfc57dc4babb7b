import type { WebhookEvent } from '@g2/gateway/contract/payments';

/** A webhook event with the other events on this page for the same payment, newest first. */
export interface EventRow extends WebhookEvent {
  readonly others: readonly WebhookEvent[];
}

/** Groups processed events by payment, one row each. An event without effect keeps its own row, to be replayed. */
export function groupedByPayment(events: readonly WebhookEvent[]): EventRow[] {
  const rows: { event: WebhookEvent; others: WebhookEvent[] }[] = [];
  const ofPayment = new Map<string, (typeof rows)[number]>();
  for (const event of events) {
    const payment = event.status === 'processed' ? event.paymentIntentId : null;
    const known = payment === null ? undefined : ofPayment.get(payment);
    if (known !== undefined) {
      known.others.push(event);
      continue;
    }
    const row = { event, others: [] };
    rows.push(row);
    if (payment !== null) ofPayment.set(payment, row);
  }
  return rows.map(({ event, others }) => ({ ...event, others }));
}
