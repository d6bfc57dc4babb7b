import { expect, it } from 'vitest';
import { remindableFrom, remindOfPayment } from './reminders.ts';
import { now, refusal, registration } from './test-samples.ts';

const admin = { id: 'adm', role: 'admin' } as const;
const week = 7 * 24 * 3_600_000;
const ago = (ms: number) => new Date(now.getTime() - ms);

it('reminds the owner of an unpaid file at most once a week', () => {
  const state = registration();
  const act = {
    action: 'payment-reminded',
    actorId: 'adm',
    subjectType: 'registration',
    subjectId: 'r1',
    detail: {},
  };
  const facts = [
    { kind: 'payment-reminder', fileName: 'programa.zip' },
    { kind: 'act', act },
  ];
  for (const before of [null, ago(week)])
    expect(remindOfPayment(state, admin, before, now)).toEqual({ next: state, facts });
  expect(remindableFrom(null)).toBeNull();
  expect(remindableFrom(ago(week))).toEqual(now);
  expect(refusal(() => remindOfPayment(state, admin, ago(week - 1), now))).toMatchObject({
    code: 'conflict',
    message: 'O cliente já foi lembrado. Um novo lembrete pode ser enviado a partir de 21/11/2026 09:00.',
  });
});

it.each([{ file: null }, { paymentPaidAt: now }])('refuses a reminder for a registration with %o', (over) => {
  expect(refusal(() => remindOfPayment(registration(over), admin, null, now))).toMatchObject({
    code: 'conflict',
    message: 'Este registro não espera pagamento.',
  });
});
