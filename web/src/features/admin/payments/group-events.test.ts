import { expect, it } from 'vitest';
import { aWebhookEvent } from '../../../testing/records.ts';
import { groupByPayment } from './group-events.ts';

it('[events-collapsed] groups the processed events of a payment under its newest event', () => {
  const events = [
    aWebhookEvent({ id: '1', paymentIntentId: 'pi_a' }),
    aWebhookEvent({ id: '2', paymentIntentId: 'pi_b' }),
    aWebhookEvent({ id: '3', paymentIntentId: 'pi_a', status: 'failed' }),
    aWebhookEvent({ id: '4', paymentIntentId: 'pi_a' }),
    aWebhookEvent({ id: '5', paymentIntentId: null }),
    aWebhookEvent({ id: '6', paymentIntentId: null }),
    aWebhookEvent({ id: '7', paymentIntentId: 'pi_a', status: 'received' }),
    aWebhookEvent({ id: '8', paymentIntentId: 'pi_a' }),
  ];
  const ids = groupByPayment(events).map((row) => [row.id, row.relatedEvents.map(({ id }) => id)]);
  expect(ids).toEqual([
    ['1', ['4', '8']],
    ['2', []],
    ['3', []],
    ['5', []],
    ['6', []],
    ['7', []],
  ]);
});
