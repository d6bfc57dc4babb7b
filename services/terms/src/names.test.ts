import { expect, it } from 'vitest';
import { ACT_NAMES, isAccountAct, isActName } from './acts.ts';
import { isScope, SCOPE_NAMES } from './api-tokens.ts';
import { ARCHIVE_WARNINGS } from './archive.ts';
import { CONTACT_NUMBER, contactNumber } from './contact-number.ts';
import { AppError, errorCodes, isErrorCode } from './errors.ts';
import { displayName, isRole, isStaffRole, ROLE_NAMES, ROLES } from './names.ts';
import { oneOfGuard, WEBHOOK_STATUSES } from './payments.ts';
import { deltaMessage, FEE_CENTS, serviceName, UPDATE_FEE_CENTS } from './prices.ts';
import { isQueueView, isQueueWarning, QUEUE_VIEWS } from './queue.ts';
import { ACTIONS, actionsAt, isAction, isStatus, STATUSES, TRANSITIONS } from './statuses.ts';
import { whenUsed } from './when-used.ts';

it.each([
  ['role', isRole, [...ROLES]],
  ['act', isActName, Object.keys(ACT_NAMES)],
  ['scope', isScope, [...SCOPE_NAMES]],
  ['status', isStatus, [...STATUSES]],
  ['action', isAction, [...ACTIONS]],
  ['view of the queue', isQueueView, [...QUEUE_VIEWS]],
  ['warning of the queue', isQueueWarning, ['any', ...ARCHIVE_WARNINGS]],
  ['code of an error', isErrorCode, errorCodes],
  ['state of a webhook event', oneOfGuard(WEBHOOK_STATUSES), [...WEBHOOK_STATUSES]],
] as const)('accepts each %s, and nothing else', (_what, is: (text: string) => boolean, all) => {
  expect(all.length).toBeGreaterThan(2);
  expect(new Set(all).size).toBe(all.length);
  expect(all.filter((one) => !is(one))).toEqual([]);
  expect(['', 'toString', 'none', 'Stryker was here!'].filter(is)).toEqual([]);
});

it('only acts that identity records concern accounts', () => {
  const ofOthers = Object.keys(ACT_NAMES).filter((act) => !isAccountAct(act));
  expect(ofOthers).toEqual([
    'credits-adjusted',
    'payment-given-back',
    'payment-refunded',
    'payment-reminded',
    'payments-exported',
    'webhook-replayed',
    'status-set',
    'operator-assigned',
    'operator-unassigned',
    'assignments-dropped',
    'assignments-restored',
    'file-downloaded',
    'government-edited',
    'government-file-added',
    'government-file-removed',
    'certificate-revoked',
    'certificate-kept',
  ]);
  expect(isAccountAct('unknown')).toBe(false);
});

it('allows the transitions of api-rules R1, and offers the actions of each status', () => {
  expect(STATUSES.map((status) => TRANSITIONS[status].join())).toEqual([
    'paid',
    'reviewing',
    'government_processing,submitted',
    'completed,reviewing',
    'certificate_issued',
    '',
  ]);
  expect(STATUSES.map((status) => actionsAt(status).join())).toEqual([
    'add_notes',
    'approve,add_notes',
    'approve,request_corrections,add_notes',
    'request_corrections,add_notes',
    'add_notes',
    'add_notes',
  ]);
});

it('has a name for each role, and returns an unknown value unchanged', () => {
  expect([...ROLES, 'guest', 'toString'].map((role) => displayName(ROLE_NAMES, role))).toEqual([
    'Cliente',
    'Operador',
    'Administrador',
    'guest',
    'toString',
  ]);
  expect(ROLES.map(isStaffRole)).toEqual([false, true, true]);
});

it('an error has its status, a default or given text, and its cause', () => {
  const cause = new Error('x');
  const plain = new AppError('not-found', undefined, cause);
  expect(plain).toMatchObject({
    name: 'AppError',
    code: 'not-found',
    message: 'Não encontrado.',
    httpStatus: 404,
  });
  expect([plain.cause, plain.detail]).toEqual([cause, {}]);
  const better = new AppError('conflict', { message: 'Outro' });
  expect([better.message, better.httpStatus, 'cause' in better]).toEqual(['Outro', 409, false]);
});

it('a contact number consists of year and sequence', () => {
  expect(contactNumber(2026, 7)).toBe('AT-2026-000007');
  const texts = [
    contactNumber(2026, 7),
    'xAT-2026-000007',
    'AT-2026-000007x',
    'AT-2026-00007',
    'AT-26-000007',
  ];
  expect(texts.map((text) => CONTACT_NUMBER.test(text))).toEqual([true, false, false, false, false]);
});

it('a receipt recognises a new version by its price, and a credit adjustment error states the bounds', () => {
  expect(serviceName(UPDATE_FEE_CENTS)).toMatch(/^Atualização/);
  expect(serviceName(FEE_CENTS)).toMatch(/^Registro de autoria/);
  expect(deltaMessage(10)).toBe('Delta deve estar entre -10 e 10');
});

it('whenUsed creates a value once, on first use, even undefined', () => {
  let made = 0;
  const get = whenUsed(() => {
    made++;
    return undefined;
  });
  expect([made, get(), get(), made]).toEqual([0, undefined, undefined, 1]);
});
