import { AppError } from '@g2/terms/errors';
import { describe, expect, it } from 'vitest';
import {
  APPROVAL_MS,
  checkApprovalRequest,
  closeRequest,
  markApproved,
  markFinished,
  newApproval,
  stateAt,
} from './approvals.ts';

const NOW = new Date('2026-11-28T12:00:00Z');
const later = (ms: number) => new Date(NOW.getTime() + ms);
const wanted = {
  operation: 'refundPayment',
  rpc: 'g2.payment.Payments/RefundPayment',
  requestHash: 'a'.repeat(64),
  params: '{"id":"p"}',
  body: '{}',
};
const open = newApproval('id', wanted, 'asker', NOW);

function codeOf(work: () => unknown): string {
  try {
    work();
    return 'ok';
  } catch (error) {
    return error instanceof AppError ? error.code : String(error);
  }
}

describe('a request for an approval', () => {
  it('is accepted only for a matching route and rpc', () => {
    expect(codeOf(() => checkApprovalRequest(wanted))).toBe('ok');
    expect(codeOf(() => checkApprovalRequest({ ...wanted, operation: 'deleteUser' }))).toBe('invalid-input');
    expect(codeOf(() => checkApprovalRequest({ ...wanted, rpc: 'g2.payment.Payments/AdjustCredits' }))).toBe(
      'invalid-input',
    );
    expect(codeOf(() => checkApprovalRequest({ ...wanted, requestHash: 'A'.repeat(64) }))).toBe(
      'invalid-input',
    );
  });

  it('is approved by another admin within a week', () => {
    expect(codeOf(() => markApproved(open, 'asker', NOW))).toBe('own-approval');
    expect(markApproved(open, 'b', later(APPROVAL_MS - 1))).toMatchObject({
      state: 'approved',
      decidedBy: 'b',
    });
    expect(codeOf(() => markApproved(open, 'b', later(APPROVAL_MS)))).toBe('approval-over');
    expect(stateAt(open, later(APPROVAL_MS))).toBe('expired');
    expect(stateAt(open, later(APPROVAL_MS - 1))).toBe('open');
  });

  it('once approved, is reserved for its approver for a minute and can be completed for twenty hours', () => {
    const approved = markApproved(open, 'b', NOW);
    expect(codeOf(() => markApproved(approved, 'b', later(1)))).toBe('ok');
    expect(codeOf(() => markApproved(approved, 'c', later(59_999)))).toBe('conflict');
    expect(markApproved(approved, 'c', later(60_000))).toMatchObject({ decidedBy: 'c' });
    expect(codeOf(() => markApproved(approved, 'asker', later(60_000)))).toBe('own-approval');
    expect(codeOf(() => markApproved(approved, 'c', later(20 * 3_600_000)))).toBe('approval-over');
    expect(markApproved(approved, 'c', later(60_000)).expiresAt).toEqual(approved.expiresAt);
  });

  it('is finished once and only by its approver', () => {
    const approved = markApproved(open, 'b', NOW);
    expect(markFinished(approved, 'b', '')).toMatchObject({ state: 'done', failure: '' });
    expect(markFinished(approved, 'b', 'Não há o que devolver')).toMatchObject({ state: 'failed' });
    expect(codeOf(() => markFinished(approved, 'c', ''))).toBe('approval-over');
    expect(codeOf(() => markFinished(markFinished(approved, 'b', ''), 'b', 'x'))).toBe('approval-over');
    expect(codeOf(() => markFinished(open, 'b', ''))).toBe('approval-over');
  });

  it('is refused with a reason or withdrawn, but only while undecided', () => {
    expect(closeRequest(open, 'b', ' Sem nota ', NOW)).toMatchObject({
      state: 'refused',
      note: 'Sem nota',
      decidedAt: NOW,
    });
    expect(codeOf(() => closeRequest(open, 'b', '  ', NOW))).toBe('invalid-input');
    expect(closeRequest(open, 'asker', '', NOW)).toMatchObject({ state: 'withdrawn', decidedBy: 'asker' });
    expect(codeOf(() => closeRequest(markApproved(open, 'b', NOW), 'asker', '', NOW))).toBe('approval-over');
    expect(codeOf(() => closeRequest(open, 'b', 'x', later(APPROVAL_MS)))).toBe('approval-over');
  });
});
