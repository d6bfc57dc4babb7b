import { describe, expect, it } from 'vitest';
import { downloadAct } from './audit-acts.ts';
import { applyAction, changeStatus } from './status-machine.ts';
import { owner, registration } from './test-samples.ts';

const now = new Date();
const operator = { id: 'op', role: 'operator' } as const;
const admin = { id: 'adm', role: 'admin' } as const;

describe('audit acts', () => {
  const state = registration({ status: 'paid' });
  const actsOf = ({ facts }: ReturnType<typeof applyAction>) =>
    facts.flatMap((fact) => (fact.kind === 'act' ? [fact.act] : []));
  const subject = { subjectType: 'registration', subjectId: state.id };

  it('records the old and the new status and the kind of change', () => {
    expect(actsOf(applyAction(state, operator, { action: 'approve' }, now))).toEqual([
      {
        ...subject,
        action: 'status-set',
        actorId: 'op',
        detail: { from: 'paid', to: 'reviewing', action: 'approve' },
      },
    ]);
    expect(actsOf(changeStatus(state, admin, { status: 'reviewing' }, now))).toEqual([
      {
        ...subject,
        action: 'status-set',
        actorId: 'adm',
        detail: { from: 'paid', to: 'reviewing', byHand: 'true' },
      },
    ]);
  });

  it('records no act for an internal note', () => {
    expect(actsOf(applyAction(state, operator, { action: 'add_notes', notes: 'visto' }, now))).toEqual([]);
  });

  it('records a download only if staff read file content', () => {
    expect(downloadAct(state, owner, 'archive', false)).toBeUndefined();
    expect(downloadAct(state, operator, 'list', false)).toBeUndefined();
    expect(downloadAct(state, operator, 'archive', false)).toEqual({
      ...subject,
      action: 'file-downloaded',
      actorId: 'op',
      detail: { what: 'archive', version: 'current' },
    });
    expect(downloadAct(state, admin, 'file', true)?.detail).toEqual({ what: 'file', version: 'earlier' });
  });
});
