import { describe, expect, it } from 'vitest';
import { assign, unassign } from './assignment.ts';
import { owner, refusal, registration } from './samples.ts';

describe('assignment', () => {
  it('goes to one who is not the owner, once', () => {
    expect(assign(registration(), 'op').next.assignedOperatorId).toBe('op');
    expect(refusal(() => assign(registration(), owner.id)).code).toBe('own-registration');
    const assigned = registration({ assignedOperatorId: 'op' });
    expect(refusal(() => assign(assigned, 'op2')).code).toBe('already-assigned');
    expect(unassign(assigned).next.assignedOperatorId).toBeNull();
    expect(refusal(() => unassign(registration())).message).toBe('Este registro não tem operador atribuído.');
    expect(refusal(() => assign(null, 'op')).code).toBe('not-found');
  });
});
