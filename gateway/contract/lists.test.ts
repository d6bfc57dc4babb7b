import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import * as common from './common.ts';
import * as paymentAdmin from './payment-admin.ts';
import * as payments from './payments.ts';
import * as queue from './queue.ts';
import * as registrations from './registrations.ts';
import * as users from './users.ts';

const fields = (schema: z.ZodType, input: unknown): Record<string, string> =>
  common.firstMessages(schema.safeParse(input).error?.issues ?? []);

const REFUSED = { sort: 'Ordenação inválida' };

describe('sort in a list query', () => {
  test.each([
    [queue.staffRegistrationListQuery, queue.STAFF_SORT_FIELDS],
    [users.userListQuery, users.USER_SORT_FIELDS],
  ] as const)('accepts each column in both directions and nothing else', (schema, columns) => {
    for (const column of columns) {
      expect(schema.parse({ sort: column }).sort).toBe(column);
      expect(schema.parse({ sort: `-${column}` }).sort).toBe(`-${column}`);
    }
    expect(schema.parse({}).sort).toBeUndefined();
    expect(schema.parse({ sort: '' }).sort).toBeUndefined();
    for (const sort of ['id', '-', `--${columns[0]}`, `${columns[0]} desc`, [columns[0], columns[1]], ' ']) {
      expect(fields(schema, { sort })).toEqual(REFUSED);
    }
  });

  test('accepts only priority and the list’s own columns for a client', () => {
    const schema = registrations.registrationListQuery;
    expect(schema.parse({ sort: 'priority' })).toMatchObject({ sort: 'priority' });
    expect(schema.parse({ sort: '-title', paid: 'true' })).toMatchObject({ sort: '-title', paid: true });
    for (const sort of ['applicantName', '-priority']) expect(fields(schema, { sort })).toEqual(REFUSED);
  });
});

describe('filters of payments and webhook events', () => {
  test('accept comma-separated known values only', () => {
    const schema = paymentAdmin.adminPaymentListQuery;
    expect(schema.parse({})).toEqual({ page: 1, limit: 10 });
    expect(schema.parse({ status: 'settled, open', kind: 'credit_purchase' })).toEqual({
      page: 1,
      limit: 10,
      status: ['open', 'settled'],
      kind: ['credit_purchase'],
    });
    expect(fields(schema, { status: 'open,paid', kind: 'gift', limit: 101 })).toEqual({
      status: 'Status inválido',
      kind: 'Tipo inválido',
      limit: 'O limite máximo é 100',
    });
    expect(fields(payments.webhookEventListQuery, { status: 'lost' })).toEqual({ status: 'Status inválido' });
  });
});
