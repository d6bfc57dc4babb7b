import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import * as admin from './admin.ts';
import * as common from './common.ts';
import * as constants from './constants.ts';
import * as holders from './holders.ts';
import * as payments from './payments.ts';
import * as queue from './queue.ts';
import * as registrations from './registrations.ts';
import * as statusTerms from './status-terms.ts';
import * as statuses from './statuses.ts';
import * as users from './users.ts';

const UUID = '0199d7a1-7c3e-7b2a-9c4d-5e6f7a8b9c0d';

const fields = (schema: z.ZodType, input: unknown): Record<string, string> =>
  common.firstMessages(schema.safeParse(input).error?.issues ?? []);

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

describe('queries', () => {
  test('[contract-page-sizes] validate page and limit', () => {
    expect(registrations.registrationListQuery.parse({})).toEqual({ page: 1, limit: 12 });
    expect(users.userListQuery.parse({ page: '3', limit: '100' })).toEqual({ page: 3, limit: 100 });
    expect(fields(users.userListQuery, { page: '0', limit: '101' })).toEqual({
      page: 'A página começa em 1',
      limit: 'O limite máximo é 100',
    });
    for (const odd of ['x', '1.5', '-1', '', '1e99', 'NaN', 'Infinity', ['1', '2']]) {
      expect(Object.keys(fields(users.userListQuery, { page: odd, limit: odd }))).toEqual(['page', 'limit']);
    }
  });

  test('[contract-queue-filters] validate the queue filters', () => {
    const query = queue.staffRegistrationListQuery;
    const sent = { status: 'paid, reviewing,paid', assigned: 'true', search: ' a ' };
    expect(query.parse(sent)).toMatchObject({ status: ['paid', 'reviewing'], assigned: true, search: 'a' });
    expect(query.parse({ status: '', assigned: '', search: '' })).toEqual({
      page: 1,
      limit: 10,
      status: undefined,
      assigned: undefined,
      search: undefined,
    });
    expect(fields(query, { status: 'paid,done' })).toEqual({ status: 'Status inválido' });
    expect(fields(query, { assigned: 'maybe' })).toEqual({ assigned: 'Use true ou false' });
    expect(users.userListQuery.parse({ role: 'admin' }).role).toBe('admin');
  });

  test('[contract-periods] validate the analytics period', () => {
    expect(admin.analyticsQuery.parse({})).toEqual({ period: 30 });
    expect(admin.analyticsQuery.parse({ period: '365' })).toEqual({ period: 365 });
    for (const period of ['31', 'x', '', ['7', '30']]) {
      expect(fields(admin.analyticsQuery, { period })).toEqual({ period: 'Período inválido' });
    }
  });
});

describe('request schemas', () => {
  const modules = { ...admin, ...common, ...holders, ...payments, ...registrations, ...users };
  const requests: [string, z.ZodType][] = Object.entries(modules).flatMap(([name, value]) =>
    value instanceof z.ZodType && /(Body|Form|Query|Params|Details)$/.test(name) && name !== 'errorBody'
      ? [[name, value] satisfies [string, z.ZodType]]
      : [],
  );
  const keysOf = (schema: z.ZodType): string[] =>
    Object.keys(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).properties ?? {});
  const garbage = [
    undefined,
    null,
    7,
    -0.5,
    1e308,
    true,
    '',
    'x',
    'x'.repeat(6_000),
    '\0',
    '\ud800',
    [],
    ['x'],
    {},
    { a: 1 },
  ];

  test('are found by their names', () => {
    expect(requests.length).toBeGreaterThan(20);
  });

  test.each(requests)('[in-portuguese] %s has Portuguese messages for arbitrary input', (_name, schema) => {
    const keys = keysOf(schema);
    expect(keys).not.toEqual([]);
    const sent = [...garbage, ...garbage.map((value) => Object.fromEntries(keys.map((key) => [key, value])))];
    const messages = sent
      .flatMap((value) => schema.safeParse(value).error?.issues ?? [])
      .map((issue) => issue.message);
    expect(messages.length).toBeGreaterThan(0);
    expect(messages.filter((message) => /invalid|expected|too (big|small)|must/i.test(message))).toEqual([]);
  });
});

describe('response schemas', () => {
  const user = {
    id: UUID,
    email: 'a@b.co',
    firstName: 'Ana',
    lastName: 'Sá',
    role: 'client',
    isActive: true,
    profileImageUrl: null,
    credits: null,
    emailVerified: true,
    mfaEnabled: false,
    createdAt: '2026-11-21T03:00:00.000Z',
    updatedAt: '2026-11-21T03:00:00.000Z',
  };

  test('drop unknown members', () => {
    expect(users.user.parse({ ...user, passwordHash: 'x' })).toEqual(user);
    const page = {
      items: [{ ...user, deletionBlockedBy: null, passwordHash: 'x' }],
      total: 1,
      page: 1,
      pageSize: 10,
      cursor: 'x',
    };
    expect(users.adminUserPage.parse(page)).toEqual({
      items: [{ ...user, deletionBlockedBy: null }],
      total: 1,
      page: 1,
      pageSize: 10,
    });
  });

  test('hide staff fields from clients', () => {
    const clientKeys = Object.keys(registrations.registration.shape);
    for (const key of [
      'internalNotes',
      'internalNoteCount',
      'applicant',
      'fileStoragePath',
      'allowedActions',
      'allowedTransitions',
    ]) {
      expect(clientKeys).not.toContain(key);
      expect(Object.keys(registrations.staffRegistration.shape)).toContain(key);
    }
    expect(Object.keys(registrations.clientHistoryEntry.shape)).not.toContain('notes');
  });

  test('contain no transform, because a response with one cannot be encoded', () => {
    const kindsIn = (part: unknown): string[] => {
      if (part instanceof z.ZodType) return [part.def.type, ...Object.values(part.def).flatMap(kindsIn)];
      if (Array.isArray(part)) return part.flatMap(kindsIn);
      return isRecord(part) ? Object.values(part).flatMap(kindsIn) : [];
    };
    expect(kindsIn(registrations.createRegistrationBody)).toContain('transform');
    const answers = [...z.globalRegistry._idmap.values()];
    expect(answers.length).toBeGreaterThan(25);
    for (const answer of answers) expect(kindsIn(answer)).not.toContain('transform');
  });
});

describe('an enum value in a response', () => {
  test('may be unknown to this release, but must be a string', () => {
    expect(statuses.openStatus.parse('archived')).toBe('archived');
    expect(statuses.openStatus.safeParse(7).success).toBe(false);
    expect(statuses.registrationStatus.safeParse('archived').success).toBe(false);
  });
});

describe('statuses and limits (spec §4, §9)', () => {
  test('[contract-statuses] have their names, progress and transitions', () => {
    expect(statusTerms.REGISTRATION_STATUSES.map((status) => statusTerms.STATUS_NAMES[status])).toEqual([
      'Submetido',
      'Pago',
      'Em Análise',
      'Processamento Governamental',
      'Concluído',
      'Certificado Emitido',
    ]);
    expect(Object.values(statusTerms.STATUS_PROGRESS)).toEqual([16.67, 33.34, 50, 75, 91.67, 100]);
    const pairs = statusTerms.REGISTRATION_STATUSES.flatMap((from) =>
      statusTerms.ALLOWED_TRANSITIONS[from].map((to) => `${from}>${to}`),
    );
    expect(pairs).toEqual([
      'submitted>paid',
      'paid>reviewing',
      'reviewing>government_processing',
      'reviewing>submitted',
      'government_processing>completed',
      'government_processing>reviewing',
      'completed>certificate_issued',
    ]);
  });

  test('[contract-numbers] have the fee and the maximum upload size of spec §9', () => {
    expect(constants.FEE_CENTS).toBe(349_900);
    expect(constants.MAX_UPLOAD_BYTES).toBe(500 * 1024 * 1024);
  });
});
