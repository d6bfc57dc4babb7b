import type { WebhookEvent } from '@g2/gateway/contract/payments';

/** An event of a list, and what else the provider told of the same payment on this page, the newest first. */
export interface EventRow extends WebhookEvent {
  readonly others: readonly WebhookEvent[];
}

/** One row for all that was told of a payment and had its effect; what had none stands by itself, to be worked on. */
export function collapsed(events: readonly WebhookEvent[]): EventRow[] {
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
