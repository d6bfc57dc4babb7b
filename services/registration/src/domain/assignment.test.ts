import { describe, expect, it } from 'vitest';
import {
  decideAssignment,
  decideUnassignment,
  isAssignedToColleague,
  restoreAssignment,
  takeRegistration,
} from './assignment.ts';
import { owner, refusal, registration } from './test-samples.ts';

describe('assignment', () => {
  it('assigns a registration only once and never to its owner', () => {
    expect(decideAssignment(registration(), 'op', 'adm').next.assignedOperatorId).toBe('op');
    expect(refusal(() => decideAssignment(registration(), owner.id, 'adm')).code).toBe('own-registration');
    const assigned = registration({ assignedOperatorId: 'op' });
    expect(refusal(() => decideAssignment(assigned, 'op2', 'adm')).code).toBe('already-assigned');
    expect(decideUnassignment(assigned, 'adm').next.assignedOperatorId).toBeNull();
    expect(refusal(() => decideUnassignment(registration(), 'adm')).message).toBe(
      'Este registro não tem operador atribuído.',
    );
    expect(refusal(() => decideAssignment(null, 'op', 'adm')).code).toBe('not-found');
  });

  it('records the admin who assigned or unassigned in the audit act', () => {
    const { id } = registration();
    const acts = [
      decideAssignment(registration(), 'op', 'adm'),
      decideUnassignment(registration({ assignedOperatorId: 'op' }), 'adm'),
    ].flatMap(({ facts }) => facts.flatMap((fact) => (fact.kind === 'act' ? [fact.act] : [])));
    const subject = { actorId: 'adm', subjectType: 'registration', subjectId: id };
    expect(acts).toEqual([
      { action: 'operator-assigned', ...subject, detail: { operatorId: 'op' } },
      { action: 'operator-unassigned', ...subject, detail: { operatorId: 'op' } },
    ]);
  });

  it('moves a registration to another operator if the admin names the current operator', () => {
    const theirs = registration({ assignedOperatorId: 'op' });
    const { next, facts } = decideAssignment(theirs, 'op2', 'adm', 'op');
    expect(next.assignedOperatorId).toBe('op2');
    expect(facts).toMatchObject([
      { kind: 'assignment-changed', operatorId: 'op2', before: 'op', by: 'adm' },
      { kind: 'act', act: { action: 'operator-assigned', actorId: 'adm', detail: { takenFrom: 'op' } } },
    ]);
    for (const from of ['op3', 'adm'])
      expect(refusal(() => decideAssignment(theirs, 'op2', 'adm', from)).message).toMatch(
        /passou a ser de outra/,
      );
    // Accepted if the registration is already unassigned or already has that operator (a retry); refused for its owner.
    expect(decideAssignment(registration(), 'op2', 'adm', 'op').next.assignedOperatorId).toBe('op2');
    expect(decideAssignment(theirs, 'op', 'adm', 'op3')).toEqual({ next: theirs, facts: [] });
    const own = registration({ userId: 'op2', assignedOperatorId: 'op' });
    expect(refusal(() => decideAssignment(own, 'op2', 'adm', 'op')).code).toBe('own-registration');
  });

  it('refuses to unassign if the operator that the admin names is not the current one', () => {
    const theirs = registration({ assignedOperatorId: 'op' });
    expect(decideUnassignment(theirs, 'adm', 'op').facts[0]).toEqual({
      kind: 'assignment-changed',
      operatorId: null,
      before: 'op',
      by: 'adm',
    });
    expect(refusal(() => decideUnassignment(theirs, 'adm', 'op2')).code).toBe('already-assigned');
    expect(refusal(() => decideUnassignment(registration(), 'adm', 'op')).code).toBe('conflict');
  });

  it('takes a registration that is unassigned or assigned to the named colleague', () => {
    const caller = { id: 'op', role: 'operator' } as const;
    expect(takeRegistration(registration(), caller, null).next.assignedOperatorId).toBe('op');
    // The caller saw 'op2' as the operator, who was unassigned in the meantime.
    expect(takeRegistration(registration(), caller, 'op2').next.assignedOperatorId).toBe('op');
    const theirs = registration({ assignedOperatorId: 'op2' });
    for (const from of [null, 'op3'])
      expect(refusal(() => takeRegistration(theirs, caller, from)).code).toBe('already-assigned');
    const { next, facts } = takeRegistration(theirs, caller, 'op2');
    expect(next.assignedOperatorId).toBe('op');
    expect(facts).toMatchObject([
      { kind: 'assignment-changed', operatorId: 'op' },
      { kind: 'act', act: { action: 'operator-assigned', detail: { operatorId: 'op', takenFrom: 'op2' } } },
    ]);
    const mine = registration({ assignedOperatorId: 'op' });
    expect(takeRegistration(mine, caller, null)).toEqual({ next: mine, facts: [] });
    expect(refusal(() => takeRegistration(registration({ userId: 'op' }), caller, null)).code).toBe(
      'own-registration',
    );
    expect(refusal(() => takeRegistration(null, caller, null)).code).toBe('not-found');
  });

  it('restores a dropped assignment only if the registration is unassigned', () => {
    const { next, facts } = restoreAssignment(registration(), 'op', 'adm') ?? {};
    expect(next?.assignedOperatorId).toBe('op');
    expect(facts).toMatchObject([
      { kind: 'assignment-changed', operatorId: 'op', before: null, by: 'adm' },
      { kind: 'act', act: { actorId: 'adm', detail: { operatorId: 'op', restored: 'true' } } },
    ]);
    for (const state of [
      registration({ assignedOperatorId: 'op2' }),
      registration({ assignedOperatorId: 'op' }),
      registration({ userId: 'op' }),
      registration({ status: 'certificate_issued' }),
    ])
      expect(restoreAssignment(state, 'op', 'adm')).toBeNull();
  });

  it('detects that an unfinished registration is assigned to a colleague', () => {
    expect(isAssignedToColleague(registration({ assignedOperatorId: 'op2' }), 'op')).toBe(true);
    for (const state of [
      registration(),
      registration({ assignedOperatorId: 'op' }),
      registration({ assignedOperatorId: 'op2', status: 'certificate_issued' }),
    ])
      expect(isAssignedToColleague(state, 'op')).toBe(false);
  });
});
