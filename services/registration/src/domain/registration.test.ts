import { describe, expect, it } from 'vitest';
import { editDetails } from './details.ts';
import { attachFile } from './files.ts';
import { type Caller, create, editableBy, eraseRegistration, ownedBy, removeDraft } from './registration.ts';
import { resubmitCorrections } from './status-machine.ts';
import { before, details, file, now, owner, refusal, registration } from './test-samples.ts';

describe('creation and deletion', () => {
  it('[registration-begins] creates a submitted registration with its first history entry', () => {
    const made = create(details, owner, 'r9', now);
    expect(made.next).toMatchObject({ status: 'submitted', version: 1, paymentAmount: 349_900 });
    expect(made.step).toMatchObject({ from: null, to: 'submitted', by: owner.id });
  });

  it('deletes a never-paid registration and releases its file', () => {
    expect(removeDraft(registration(), owner).facts).toEqual([
      { kind: 'file-released', objectKey: file.objectKey, reason: 'deleted' },
      { kind: 'deleted' },
    ]);
    expect(removeDraft(registration({ file: null }), owner).facts).toEqual([{ kind: 'deleted' }]);
    expect(refusal(() => removeDraft(registration({ paymentPaidAt: before }), owner)).code).toBe(
      'not-editable',
    );
    expect(refusal(() => removeDraft(registration(), { id: 'x', role: 'client' })).code).toBe('not-found');
  });
});

describe('calls reserved for the owner', () => {
  const strangers: [string, Caller, string][] = [
    ['another client', { id: 'x', role: 'client' }, 'not-found'],
    ['an operator', { id: 'x', role: 'operator' }, 'forbidden'],
    ['an admin', { id: 'x', role: 'admin' }, 'forbidden'],
  ];
  const back = registration({ paymentPaidAt: before });
  it.each(strangers)('are refused to %s', (_who, caller, code) => {
    const tries = [
      () => ownedBy(registration(), caller),
      () => editableBy(registration(), caller),
      () => editDetails(registration(), caller, { title: 'Meu' }),
      () => removeDraft(registration(), caller),
      () => resubmitCorrections(back, caller, now),
      () => attachFile(registration(), caller, file, 0),
    ];
    for (const work of tries) expect(refusal(work).code).toBe(code);
  });

  it('are allowed to a staff member who is the owner', () => {
    expect(ownedBy(registration(), { id: owner.id, role: 'operator' }).userId).toBe(owner.id);
  });
});

describe('erasure with the account', () => {
  it('deletes never-paid registrations, and keeps paid ones', () => {
    expect(eraseRegistration(registration())?.facts.map((fact) => fact.kind)).toEqual([
      'file-released',
      'deleted',
    ]);
    expect(eraseRegistration(registration({ file: null }))?.facts.map((fact) => fact.kind)).toEqual([
      'deleted',
    ]);
    expect(eraseRegistration(registration({ paymentPaidAt: before }))).toBeNull();
    expect(eraseRegistration(registration({ status: 'reviewing', paymentPaidAt: before }))).toBeNull();
  });
});
