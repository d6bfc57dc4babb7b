import { AppError } from '@g2/terms/errors';
import { ACTIONS, STATUSES } from '@g2/terms/statuses';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attachFile } from './files.ts';
import { decidePayment } from './payments.ts';
import { type Caller, type Registration, type RegistrationDecision, removeDraft } from './registration.ts';
import { applyAction, changeStatus, resubmitCorrections } from './status-machine.ts';
import { before, file, now, owner, registration } from './test-samples.ts';
import { expireFile } from './unpaid-files.ts';

const admin: Caller = { id: 'admin', role: 'admin' };
const sent = (n: number, sha256 = `${n}`.repeat(64)) => ({
  ...file,
  objectKey: `objects/${n}`,
  fileName: `${n}.zip`,
  sha256,
  attachedAt: now,
});
const asked = (over: Partial<Registration> = {}) =>
  registration({ paymentPaidAt: before, correctionReason: 'Falta algo', ...over });
const kept = { sha256: file.sha256, fileName: 'programa.zip', fileSize: 1_024, objectKey: 'objects/1' };
const lets = ({ facts }: RegistrationDecision) =>
  facts.flatMap((fact) => (fact.kind === 'file-released' ? [[fact.objectKey, fact.reason]] : []));

describe('the earlier file (replaced during corrections)', () => {
  it('is kept, while files replaced after it are released', () => {
    const second = attachFile(asked(), owner, sent(2), 0);
    expect(second.next.earlierFile).toEqual({ ...kept, attachedAt: before });
    expect(lets(second)).toEqual([]);
    const third = attachFile(second.next, owner, sent(3), 0);
    expect([third.next.file?.objectKey, third.next.earlierFile]).toEqual([
      'objects/3',
      second.next.earlierFile,
    ]);
    expect(lets(third)).toEqual([['objects/2', 'replaced']]);
  });

  it('is not kept if the new bytes are the same or no corrections were requested', () => {
    const again = attachFile(asked(), owner, sent(2, file.sha256), 0);
    expect([again.next.earlierFile, lets(again)]).toEqual([null, [['objects/1', 'replaced']]]);
    const draft = attachFile(registration(), owner, sent(2), 0);
    expect([draft.next.earlierFile, lets(draft)]).toEqual([null, [['objects/1', 'replaced']]]);
  });

  it('is kept during the review and released at the government step', () => {
    const { next } = attachFile(asked(), owner, sent(2), 0);
    const paid = resubmitCorrections(next, owner, now);
    const reviewing = applyAction(paid.next, admin, { action: 'approve' }, now);
    expect(reviewing.next.earlierFile).toEqual({ ...kept, attachedAt: before });
    expect([lets(paid), lets(reviewing)]).toEqual([[], []]);
    const decided = applyAction(reviewing.next, admin, { action: 'approve' }, now);
    expect([decided.next.earlierFile, lets(decided)]).toEqual([null, [['objects/1', 'decided']]]);
    // An earlier file that an older software release kept is released at the next status change.
    const left = { ...decided.next, earlierFile: next.earlierFile };
    expect(lets(changeStatus(left, admin, { status: 'completed' }, now))).toEqual([['objects/1', 'decided']]);
  });

  it('is released when corrections are requested again', () => {
    const { next } = attachFile(asked(), owner, sent(2), 0);
    const again = applyAction(
      { ...next, status: 'reviewing' },
      admin,
      { action: 'request_corrections' },
      now,
    );
    expect([again.next.earlierFile, lets(again)]).toEqual([null, [['objects/1', 'replaced']]]);
    const third = attachFile(again.next, owner, sent(3), 0);
    expect([third.next.earlierFile?.objectKey, lets(third)]).toEqual(['objects/2', []]);
  });
});

const command = fc.oneof(
  fc.record({ kind: fc.constant('attach' as const), hash: fc.constantFrom('a', 'b', 'c') }),
  fc.record({ kind: fc.constant('act' as const), action: fc.constantFrom(...ACTIONS) }),
  fc.record({ kind: fc.constant('status' as const), status: fc.constantFrom(...STATUSES) }),
  fc.record({ kind: fc.constantFrom('pay' as const, 'resubmit' as const, 'expire' as const) }),
);
type Command = typeof command extends fc.Arbitrary<infer C> ? C : never;

/** Initial states: an unpaid registration, and a paid one returned for corrections. */
const beginning = fc.constantFrom(registration(), asked());

function decide(state: Registration, command: Command, n: number): RegistrationDecision {
  switch (command.kind) {
    case 'attach':
      return attachFile(state, owner, sent(n, command.hash.repeat(64)), 0);
    case 'act':
      return applyAction(state, admin, { action: command.action, notes: 'x' }, now);
    case 'status':
      return changeStatus(state, admin, { status: command.status }, now);
    case 'pay': {
      const verdict = decidePayment(state, { paymentId: 'p', userId: owner.id, amountCents: 349_900 }, now);
      return verdict.taken ? verdict.decision : { next: state, facts: [] };
    }
    case 'resubmit':
      return resubmitCorrections(state, owner, now);
    case 'expire':
      return expireFile(state);
  }
}

/** Applies a command. Returns the next state and the released objects; a refused command changes nothing. */
function after(state: Registration, decided: () => RegistrationDecision): [Registration, string[]] {
  try {
    const decision = decided();
    return [decision.next, lets(decision).map(([key]) => key ?? '')];
  } catch (error) {
    if (error instanceof AppError) return [state, []];
    throw error;
  }
}

const holds = ({ file, earlierFile }: Registration): string[] =>
  [file, earlierFile].flatMap((one) => (one ? [one.objectKey] : []));

describe('any sequence of commands on a registration', () => {
  it('keeps each stored object or releases it exactly once', () => {
    let earlier = 0;
    fc.assert(
      fc.property(beginning, fc.array(command, { minLength: 10, maxLength: 40 }), (first, commands) => {
        let state = first;
        const ever = new Set(holds(state));
        const gone: string[] = [];
        for (const [index, one] of commands.entries()) {
          const [next, released] = after(state, () => decide(state, one, index + 2));
          state = next;
          gone.push(...released);
          for (const key of holds(state)) ever.add(key);
          expect([...gone, ...holds(state)].sort()).toEqual([...ever].sort());
          if (!state.earlierFile) continue;
          earlier++;
          expect(['submitted', 'paid', 'reviewing']).toContain(state.status);
          expect(state.paymentPaidAt).not.toBeNull();
          expect(state.file).not.toBeNull();
        }
        const [, last] = after(state, () => removeDraft(state, owner));
        if (last.length > 0) expect([...gone, ...last].sort()).toEqual([...ever].sort());
      }),
      { numRuns: 300 },
    );
    // Checks that the random sequence covers the relevant cases.
    expect(earlier).toBeGreaterThan(20);
  });
});
