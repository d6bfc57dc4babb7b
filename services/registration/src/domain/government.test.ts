import { NO_GOVERNMENT_DATA } from '@g2/terms/government';
import { describe, expect, it } from 'vitest';
import { canEditStep, completeStep, editStep, NO_STEP } from './government.ts';
import { checkGovernment, type GovernmentInput } from './government-check.ts';
import { now, owner, refusal, registration } from './test-samples.ts';

const operator = { id: 'op', role: 'operator' } as const;
const state = registration({ status: 'government_processing' });
const write = (data: GovernmentInput, version = 0, step = NO_STEP) =>
  editStep(state, step, operator, { version, data }, now);
const step = { ...NO_STEP, version: 2, data: { ...NO_GOVERNMENT_DATA, protocol: 'BR 51' } };

it.each([
  ['submitted', operator, false],
  ['paid', operator, false],
  ['reviewing', operator, true],
  ['government_processing', operator, true],
  ['completed', operator, true],
  ['certificate_issued', operator, true],
  ['reviewing', owner, false],
  ['reviewing', { id: owner.id, role: 'admin' }, false],
] as const)('[step-who] in status %s, whether %o may edit the government step: %s', (status, caller, may) =>
  expect(canEditStep(registration({ status }), caller)).toBe(may),
);

it('[step-who] refuses edits of the government step of a closed case', () => {
  const closure = { reason: 'refunded', amountCents: 349_900, at: now } as const;
  expect(canEditStep(registration({ status: 'reviewing', closure }), operator)).toBe(false);
});

describe('a write of the government step', () => {
  it('increments the version and records only field names in the audit act', () => {
    const amended = write({ protocol: ' BR 51 ', authors: [{ name: 'Ana', taxId: '52998224725' }] });
    expect(amended).toMatchObject({
      next: { version: 1, updatedBy: 'op', data: { protocol: 'BR 51' } },
      changes: [
        { field: 'protocol', before: null, after: 'BR 51' },
        { field: 'authors', before: null, after: 'Ana (529.982.247-25)' },
      ],
      act: { action: 'government-edited', subjectId: 'r1', detail: { fields: 'protocol,authors' } },
    });
  });

  it('[step-cas] with an outdated version is refused unless the data is identical', () => {
    expect(refusal(() => write({ protocol: 'BR 52' }, 1, step)).code).toBe('conflict');
    expect(write({ protocol: 'BR 51' }, 1, step)).toBeNull();
    expect(write({ protocol: 'BR 52' }, 2, step)?.next.version).toBe(3);
  });

  it.each([
    [registration({ status: 'paid' }), operator, 'not-editable'],
    [state, owner, 'forbidden'],
    [state, { id: owner.id, role: 'operator' }, 'own-registration'],
    [null, operator, 'not-found'],
  ] as const)('of %o by %o is refused with %s', (of, caller, code) =>
    expect(refusal(() => editStep(of, NO_STEP, caller, { version: 0, data: {} }, now)).code).toBe(code),
  );

  it('sets the completion day only if the status is completed', () => {
    const done = registration({ status: 'completed' });
    expect(completeStep(done, step, operator, '2026-11-20', now)?.next.data).toMatchObject({
      protocol: 'BR 51',
      completedOn: '2026-11-20',
    });
    expect(refusal(() => completeStep(state, step, operator, '2026-11-20', now)).code).toBe('invalid-input');
  });
});

describe('the data of the government step', () => {
  const today = '2026-11-21';
  it.each([
    [{ protocol: 'a'.repeat(61) }, 'protocol'],
    [{ filedOn: '2026-02-30' }, 'filedOn'],
    [{ filedOn: '2026-11-22' }, 'filedOn'],
    [{ filedOn: '2026-11-20', dueOn: '2026-11-19' }, 'dueOn'],
    [{ filedOn: '2026-11-20', completedOn: '2026-11-19' }, 'completedOn'],
    [{ createdOn: '2026-11-20', publishedOn: '2026-11-19' }, 'publishedOn'],
    [{ gruCents: -1 }, 'gruCents'],
    [{ gruCents: 1.5 }, 'gruCents'],
    [{ certificateHash: 'abc' }, 'certificateHash'],
    [{ certificateHash: 'a'.repeat(64), certificateAlgorithm: 'SHA-512' }, 'certificateHash'],
    [{ certificateHash: 'g'.repeat(64) }, 'certificateHash'],
    [{ certificateHash: 'a'.repeat(64), certificateAlgorithm: 'MD5' }, 'certificateAlgorithm'],
    [{ applicationFields: ['AP01'] }, 'applicationFields'],
    [{ programTypes: ['AD01'] }, 'programTypes'],
    [{ languages: Array.from({ length: 31 }, (_, at) => `L${at}`) }, 'languages'],
    [{ authors: [{ name: '', taxId: '52998224725' }] }, 'authors.0.name'],
    [{ authors: [{ name: 'Ana', taxId: '1' }] }, 'authors.0.taxId'],
  ] as [GovernmentInput, string][])('with %o is refused in the field %s', (given, field) =>
    expect(Object.keys(refusal(() => checkGovernment(given, today)).detail.fields ?? {})).toContain(field),
  );

  it('allows a due day in the future', () =>
    expect(checkGovernment({ filedOn: today, dueOn: '2027-01-15' }, today).dueOn).toBe('2027-01-15'));

  it('normalizes a printed hash and derives its algorithm from its length', () => {
    const printed = `${'AB '.repeat(31)}AB`;
    expect(checkGovernment({ certificateHash: printed, languages: ['Go', ' Go ', ''] }, today)).toMatchObject(
      {
        certificateHash: 'ab'.repeat(32),
        certificateAlgorithm: 'SHA-256',
        languages: ['Go'],
      },
    );
  });
});
