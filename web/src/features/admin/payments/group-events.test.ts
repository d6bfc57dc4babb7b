import { expect, it } from 'vitest';
import { anEvent } from '../../../testing/records.ts';
import { groupedByPayment } from './group-events.ts';

it('[events-collapsed] groups the processed events of a payment under the newest one', () => {
  const events = [
    anEvent({ id: '1', paymentIntentId: 'pi_a' }),
    anEvent({ id: '2', paymentIntentId: 'pi_b' }),
    anEvent({ id: '3', paymentIntentId: 'pi_a', status: 'failed' }),
    anEvent({ id: '4', paymentIntentId: 'pi_a' }),
    anEvent({ id: '5', paymentIntentId: null }),
    anEvent({ id: '6', paymentIntentId: null }),
    anEvent({ id: '7', paymentIntentId: 'pi_a', status: 'received' }),
    anEvent({ id: '8', paymentIntentId: 'pi_a' }),
  ];
  expect(groupedByPayment(events).map(({ id, others }) => [id, others.map((one) => one.id)])).toEqual([
    ['1', ['4', '8']],
    ['2', []],
    ['3', []],
    ['5', []],
    ['6', []],
    ['7', []],
  ]);
});
