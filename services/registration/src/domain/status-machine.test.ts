import { AppError } from '@g2/terms/errors';
import { DEFAULT_CORRECTION_REASON, STATUSES, type Status } from '@g2/terms/statuses';
import { describe, expect, it } from 'vitest';
import { type Caller, canEdit, canPay, canResubmit } from './registration.ts';
import {
  allowedActions,
  allowedTransitions,
  applyAction,
  changeStatus,
  resubmitCorrections,
} from './status-machine.ts';
import { before, now, owner, registration } from './test-samples.ts';

const admin: Caller = { id: 'admin', role: 'admin' };
const operator: Caller = { id: 'operator', role: 'operator' };
const client: Caller = { id: 'someone', role: 'client' };

/** Allowed transitions of api-rules R1, listed independently of the code. */
const legal = new Set([
  'submitted>paid',
  'paid>reviewing',
  'reviewing>government_processing',
  'reviewing>submitted',
  'government_processing>completed',
  'government_processing>reviewing',
  'completed>certificate_issued',
]);

const at = (status: Status) =>
  registration({ status, paymentPaidAt: status === 'submitted' ? null : before });

function outcome(work: () => { next: { status: Status } }): string {
  try {
    return work().next.status;
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

const pairs = STATUSES.flatMap((from) => STATUSES.map((to) => [from, to] as const));

describe('a status set by an admin', () => {
  it.each(pairs)('[status-pairs] is accepted only if api-rules R1 allows it: %s to %s', (from, to) => {
    const set = (caller: Caller) => outcome(() => changeStatus(at(from), caller, { status: to }, now));
    expect(set(admin)).toBe(legal.has(`${from}>${to}`) ? to : 'illegal-transition');
    expect(set(operator)).toBe('forbidden');
    expect(set(client)).toBe('forbidden');
    expect(set({ ...admin, id: owner.id })).toBe('own-registration');
    expect(allowedTransitions(at(from), admin).includes(to)).toBe(legal.has(`${from}>${to}`));
  });

  it('is refused if the caller expected another current status', () => {
    const command = { status: 'reviewing', expectedStatus: 'submitted' };
    expect(outcome(() => changeStatus(at('paid'), admin, command, now))).toBe('conflict');
    expect(outcome(() => changeStatus(at('paid'), admin, { ...command, expectedStatus: 'paid' }, now))).toBe(
      'reviewing',
    );
  });

  it('must be one of the six statuses', () => {
    expect(outcome(() => changeStatus(at('paid'), admin, { status: 'pago' }, now))).toBe('invalid-input');
  });

  it('returns not-found for a missing registration', () => {
    expect(outcome(() => changeStatus(null, admin, { status: 'paid' }, now))).toBe('not-found');
  });
});

/** Results of the actions in spec §4, listed independently of the code. */
const actions: Record<Status, { approve: string; request_corrections: string }> = {
  submitted: { approve: 'illegal-transition', request_corrections: 'illegal-transition' },
  paid: { approve: 'reviewing', request_corrections: 'illegal-transition' },
  reviewing: { approve: 'government_processing', request_corrections: 'submitted' },
  government_processing: { approve: 'illegal-transition', request_corrections: 'submitted' },
  completed: { approve: 'illegal-transition', request_corrections: 'illegal-transition' },
  certificate_issued: { approve: 'illegal-transition', request_corrections: 'illegal-transition' },
};

describe('operator actions', () => {
  it.each(STATUSES)('[status-operator-actions] follow the table of spec §4 in status %s', (status) => {
    const state = at(status);
    const take = (caller: Caller, action: string) =>
      outcome(() => applyAction(state, caller, { action, notes: 'visto' }, now));
    for (const caller of [admin, operator]) {
      expect(take(caller, 'approve')).toBe(actions[status].approve);
      expect(take(caller, 'request_corrections')).toBe(actions[status].request_corrections);
      expect(take(caller, 'add_notes')).toBe(status);
      expect(take(caller, 'delete')).toBe('invalid-input');
      const open = Object.entries(actions[status]).filter(([, to]) => to !== 'illegal-transition');
      expect(allowedActions(state, caller)).toEqual([...open.map(([action]) => action), 'add_notes']);
    }
    for (const action of ['approve', 'request_corrections', 'add_notes']) {
      expect(take(client, action)).toBe('forbidden');
      expect(take({ ...operator, id: owner.id }, action)).toBe('own-registration');
    }
    expect(allowedActions(state, client)).toEqual([]);
    expect(allowedActions(state, { ...admin, id: owner.id })).toEqual([]);
    expect(allowedTransitions(state, { ...admin, id: owner.id })).toEqual([]);
    expect(allowedTransitions(state, operator)).toEqual([]);
  });

  it('[status-correction-reason] adds a default reason to a request for corrections without a reason', () => {
    const plain = applyAction(at('reviewing'), operator, { action: 'request_corrections' }, now);
    expect(plain.next.correctionReason).toBe(DEFAULT_CORRECTION_REASON);
    expect(plain.step?.reason).toBe(DEFAULT_CORRECTION_REASON);
    const reported = applyAction(
      at('reviewing'),
      operator,
      { action: 'request_corrections', reason: ' Falta o ZIP ' },
      now,
    );
    expect(reported.next.correctionReason).toBe('Falta o ZIP');
    expect(canResubmit(reported.next)).toBe(true);
    expect(canPay(reported.next)).toBe(false);
    expect(canEdit(reported.next)).toBe(true);
  });

  it('[status-notes] stores the notes of an action as an internal note and refuses empty notes', () => {
    const moved = applyAction(at('paid'), operator, { action: 'approve', notes: 'confere' }, now);
    expect(moved.step?.notes).toBe('confere');
    expect(moved.note).toEqual({ text: 'confere', authorId: operator.id, at: now });
    const noted = applyAction(at('paid'), operator, { action: 'add_notes', reason: 'só motivo' }, now);
    expect(noted.note?.text).toBe('só motivo');
    expect(noted.step).toBeUndefined();
    expect(outcome(() => applyAction(at('paid'), operator, { action: 'add_notes', notes: '  ' }, now))).toBe(
      'invalid-input',
    );
  });

  it('advance the status only once when sent twice', () => {
    const command = { action: 'approve', expectedStatus: 'paid' };
    const first = applyAction(at('paid'), operator, command, now);
    expect(first.next.status).toBe('reviewing');
    expect(outcome(() => applyAction(first.next, operator, command, now))).toBe('conflict');
  });

  it('are refused, except notes, if another operator was assigned in the meantime', () => {
    const held = (by: string | null) => ({ ...at('reviewing'), assignedOperatorId: by });
    const step = (by: string | null, expectedOperatorId?: string | null, action = 'approve') =>
      outcome(() => applyAction(held(by), operator, { action, notes: 'visto', expectedOperatorId }, now));
    for (const seen of [null, 'paula', operator.id]) {
      expect(step('otto', seen)).toBe('already-assigned');
      expect(step('otto', seen, 'request_corrections')).toBe('already-assigned');
      expect(step('otto', seen, 'add_notes')).toBe('reviewing');
      // Accepted if the registration is now unassigned, or assigned to the caller.
      expect(step(null, seen)).toBe('government_processing');
      expect(step(operator.id, seen)).toBe('government_processing');
    }
    expect(step('otto', 'otto')).toBe('government_processing');
    // The operator is not checked if the caller does not send one.
    expect(step('otto')).toBe('government_processing');
    // The status is checked before the operator.
    const both = { action: 'approve', expectedStatus: 'paid', expectedOperatorId: null };
    expect(outcome(() => applyAction(held('otto'), operator, both, now))).toBe('conflict');
  });
});

describe('dates', () => {
  it('[status-dates] are set when the registration reaches their status', () => {
    const sent = changeStatus(at('reviewing'), admin, { status: 'government_processing' }, now);
    expect(sent.next.governmentSubmittedAt).toEqual(now);
    const done = changeStatus(at('completed'), admin, { status: 'certificate_issued' }, now);
    expect(done.next.certificateIssuedAt).toEqual(now);
    expect(done.next.statusUpdatedAt).toEqual(now);
    expect(done.next.statusUpdatedBy).toBe(admin.id);
  });
});

describe('a registration marked as paid by an admin', () => {
  it('counts as paid manually if it was never paid', () => {
    const decision = changeStatus(at('submitted'), admin, { status: 'paid' }, now);
    expect(decision.next.paymentPaidAt).toEqual(now);
    expect(decision.next.paymentId).toBeNull();
    expect(decision.facts).toMatchObject([
      { kind: 'paid', paymentId: null, manual: true, by: admin.id },
      { kind: 'act' },
    ]);
  });

  it('counts as resubmitted if it was paid before', () => {
    const again = registration({ paymentPaidAt: before, correctionReason: 'x' });
    const decision = changeStatus(again, admin, { status: 'paid' }, now);
    expect(decision.next.paymentPaidAt).toEqual(before);
    expect(decision.next.correctionReason).toBeNull();
    expect(decision.facts).toMatchObject([{ kind: 'act' }]);
  });

  it('must have a stored file', () => {
    const empty = registration({ file: null });
    expect(outcome(() => changeStatus(empty, admin, { status: 'paid' }, now))).toBe('not-payable');
    expect(allowedTransitions(empty, admin)).toEqual([]);
  });
});

describe('resubmission', () => {
  it('returns the owner’s registration to status paid without a second charge', () => {
    const decision = resubmitCorrections(registration({ paymentPaidAt: before }), owner, now);
    expect(decision.next.status).toBe('paid');
    expect(decision.next.paymentPaidAt).toEqual(before);
    expect(decision.facts).toEqual([]);
  });

  it('is refused to other users, for unpaid registrations and in other statuses', () => {
    expect(outcome(() => resubmitCorrections(registration({ paymentPaidAt: before }), admin, now))).toBe(
      'forbidden',
    );
    expect(outcome(() => resubmitCorrections(registration(), owner, now))).toBe('illegal-transition');
    expect(outcome(() => resubmitCorrections(at('paid'), owner, now))).toBe('illegal-transition');
  });
});
