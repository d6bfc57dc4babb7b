import { describe, expect, it } from 'vitest';
import { assign, take, unassign } from './assignment.ts';
import { owner, refusal, registration } from './samples.ts';

describe('assignment', () => {
  it('goes to one who is not the owner, once', () => {
    expect(assign(registration(), 'op', 'adm').next.assignedOperatorId).toBe('op');
    expect(refusal(() => assign(registration(), owner.id, 'adm')).code).toBe('own-registration');
    const assigned = registration({ assignedOperatorId: 'op' });
    expect(refusal(() => assign(assigned, 'op2', 'adm')).code).toBe('already-assigned');
    expect(unassign(assigned, 'adm').next.assignedOperatorId).toBeNull();
    expect(refusal(() => unassign(registration(), 'adm')).message).toBe(
      'Este registro não tem operador atribuído.',
    );
    expect(refusal(() => assign(null, 'op', 'adm')).code).toBe('not-found');
  });

  it('is an act of whoever decides it', () => {
    const { id } = registration();
    const acts = [
      assign(registration(), 'op', 'adm'),
      unassign(registration({ assignedOperatorId: 'op' }), 'adm'),
    ].flatMap(({ facts }) => facts.flatMap((fact) => (fact.kind === 'act' ? [fact.act] : [])));
    const subject = { actorId: 'adm', subjectType: 'registration', subjectId: id };
    expect(acts).toEqual([
      { action: 'operator-assigned', ...subject, detail: { operatorId: 'op' } },
      { action: 'operator-unassigned', ...subject, detail: { operatorId: 'op' } },
    ]);
  });

  it('is taken of nobody, or of the colleague one names; one’s own stays as it is', () => {
    const asker = { id: 'op', role: 'operator' } as const;
    expect(take(registration(), asker, null).next.assignedOperatorId).toBe('op');
    // Given back meanwhile.
    expect(take(registration(), asker, 'op2').next.assignedOperatorId).toBe('op');
    const theirs = registration({ assignedOperatorId: 'op2' });
    for (const from of [null, 'op3'])
      expect(refusal(() => take(theirs, asker, from)).code).toBe('already-assigned');
    const { next, facts } = take(theirs, asker, 'op2');
    expect(next.assignedOperatorId).toBe('op');
    expect(facts).toMatchObject([
      { kind: 'assignment-changed', operatorId: 'op' },
      { kind: 'act', act: { action: 'operator-assigned', detail: { operatorId: 'op', takenFrom: 'op2' } } },
    ]);
    const mine = registration({ assignedOperatorId: 'op' });
    expect(take(mine, asker, null)).toEqual({ next: mine, facts: [] });
    expect(refusal(() => take(registration({ userId: 'op' }), asker, null)).code).toBe('own-registration');
    expect(refusal(() => take(null, asker, null)).code).toBe('not-found');
  });
});
