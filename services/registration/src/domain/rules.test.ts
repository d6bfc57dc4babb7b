import { AppError } from '@g2/terms/errors';
import { MAX_HOLDERS } from '@g2/terms/limits';
import { pageBounds } from '@g2/terms/pages';
import { periodStart } from '@g2/terms/periods';
import { checkSearch, likePattern } from '@g2/terms/search';
import { describe, expect, it } from 'vitest';
import { assign, unassign } from './assignment.ts';
import { checkDetails, edit } from './details.ts';
import { attach, checkFileName, yieldClaim } from './files.ts';
import { checkHolder, checkRoom } from './holders.ts';
import { capture, isPaidByHand } from './payments.ts';
import { percent, timeOfId } from './queries.ts';
import { type Asker, create, editableBy, erase, ownedBy, remove } from './registration.ts';
import { before, details, file, now, owner, registration } from './samples.ts';
import { resubmit } from './status-machine.ts';
import { CLAIM_LAPSES_AFTER_MS } from './unpaid-files.ts';

function refusal(work: () => unknown): AppError {
  try {
    work();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('was not refused');
}

const input = { ...details, notes: undefined };

describe('details', () => {
  it('are trimmed, and empty notes are none', () => {
    expect(checkDetails({ ...input, title: ' Programa ', notes: ' ' })).toEqual(details);
  });

  it('are refused field by field with the texts of the specification', () => {
    const bad = { ...input, title: ' ', applicantEmail: 'ana@', applicantTaxId: '123', jurisdiction: 'usa' };
    expect(refusal(() => checkDetails(bad)).detail.fields).toEqual({
      title: 'Título é obrigatório',
      applicantEmail: 'Formato de email inválido',
      applicantTaxId: 'CPF/CNPJ deve ter pelo menos 11 caracteres',
      jurisdiction: 'Jurisdição inválida',
    });
    const long = refusal(() => checkDetails({ ...input, applicantTaxId: '1'.repeat(19) }));
    expect(long.message).toBe('CPF/CNPJ não pode exceder 18 caracteres');
  });

  it('hold nothing the database cannot store', () => {
    for (const title of ['a\0b', 'a\ud800b']) {
      expect(refusal(() => checkDetails({ ...input, title })).code).toBe('invalid-input');
    }
  });

  it('change by what is given while submitted, for the owner alone', () => {
    const old = registration({ details: { ...details, notes: 'minhas', jurisdiction: 'mercosul' } });
    expect(edit(old, owner, { title: 'Novo' }).next.details).toEqual({
      ...old.details,
      title: 'Novo',
    });
    expect(edit(old, owner, { notes: '' }).next.details.notes).toBeNull();
    expect(refusal(() => edit(old, { id: 'x', role: 'admin' }, {})).code).toBe('forbidden');
    const back = registration({ paymentPaidAt: before });
    const corrected = (patch: Parameters<typeof edit>[2]) =>
      edit(back, owner, patch).next.changedSinceCorrection;
    expect([corrected({}), corrected({ title: details.title }), corrected({ notes: 'x' })]).toEqual([
      false,
      false,
      true,
    ]);
    expect(edit(old, owner, { title: 'Novo' }).next.changedSinceCorrection).toBe(false);
    const paid = registration({ status: 'paid', paymentPaidAt: before });
    expect(refusal(() => edit(paid, owner, { title: 'Novo' })).code).toBe('not-editable');
  });
});

describe('creation and deletion', () => {
  it('[registration-begins] begins submitted with its first line of history', () => {
    const made = create(details, owner, 'r9', now);
    expect(made.next).toMatchObject({ status: 'submitted', version: 1, paymentAmount: 349_900 });
    expect(made.step).toMatchObject({ from: null, to: 'submitted', by: owner.id });
  });

  it('lets go of what was never paid, with its file', () => {
    expect(remove(registration(), owner).facts).toEqual([
      { kind: 'file-released', objectKey: file.objectKey, reason: 'deleted' },
      { kind: 'deleted' },
    ]);
    expect(remove(registration({ file: null }), owner).facts).toEqual([{ kind: 'deleted' }]);
    expect(refusal(() => remove(registration({ paymentPaidAt: before }), owner)).code).toBe('not-editable');
    expect(refusal(() => remove(registration(), { id: 'x', role: 'client' })).code).toBe('not-found');
  });
});

describe('what is the owner’s alone', () => {
  const strangers: [string, Asker, string][] = [
    ['another client', { id: 'x', role: 'client' }, 'not-found'],
    ['an operator', { id: 'x', role: 'operator' }, 'forbidden'],
    ['an admin', { id: 'x', role: 'admin' }, 'forbidden'],
  ];
  const back = registration({ paymentPaidAt: before });
  it.each(strangers)('is not for %s', (_who, asker, code) => {
    const tries = [
      () => ownedBy(registration(), asker),
      () => editableBy(registration(), asker),
      () => edit(registration(), asker, { title: 'Meu' }),
      () => remove(registration(), asker),
      () => resubmit(back, asker, now),
      () => attach(registration(), asker, file, 0),
    ];
    for (const work of tries) expect(refusal(work).code).toBe(code);
  });

  it('is for a member of the staff who owns it', () => {
    expect(ownedBy(registration(), { id: owner.id, role: 'operator' }).userId).toBe(owner.id);
  });
});

describe('the end of an account', () => {
  it('takes what was never paid, and leaves what was', () => {
    expect(erase(registration())?.facts.map((fact) => fact.kind)).toEqual(['file-released', 'deleted']);
    expect(erase(registration({ file: null }))?.facts.map((fact) => fact.kind)).toEqual(['deleted']);
    expect(erase(registration({ paymentPaidAt: before }))).toBeNull();
    expect(erase(registration({ status: 'reviewing', paymentPaidAt: before }))).toBeNull();
  });
});

describe('a captured payment', () => {
  const payment = { paymentId: 'p1', userId: owner.id, amountCents: 349_900 };
  const why = (state: Parameters<typeof capture>[0], over = {}) => {
    const verdict = capture(state, { ...payment, ...over }, now);
    return verdict.taken ? 'taken' : verdict.reason;
  };

  it('pays what is payable', () => {
    const verdict = capture(registration(), payment, now);
    expect(verdict.taken && verdict.decision.next).toMatchObject({
      status: 'paid',
      paymentId: 'p1',
      paymentPaidAt: now,
    });
    expect(verdict.taken && verdict.decision.facts).toEqual([
      { kind: 'paid', paymentId: 'p1', manual: false, by: owner.id },
    ]);
  });

  it('is refused otherwise', () => {
    expect(why(null)).toBe('O registro não existe mais.');
    expect(why(registration({ paymentPaidAt: before }))).toBe('O registro já estava pago.');
    expect(why(registration({ file: null }))).toBe('O registro não está disponível para pagamento.');
    expect(why(registration(), { userId: 'x' })).toBe('O pagamento não é do titular do registro.');
    expect(why(registration(), { amountCents: 1 })).toBe('O valor pago não é o valor do registro.');
  });
});

describe('paid by hand', () => {
  it('is what no payment paid, sent again after corrections or not', () => {
    expect(isPaidByHand(registration())).toBe(false);
    expect(isPaidByHand(registration({ paymentPaidAt: before }))).toBe(true);
    expect(isPaidByHand(registration({ paymentPaidAt: before, paymentId: 'p1' }))).toBe(false);
  });
});

describe('holders', () => {
  const holder = { holderName: ' Bia ', holderTaxId: '11222333000181', ownershipPercentage: 40 };

  it('are refused with the texts of the specification', () => {
    expect(checkHolder(holder).holderName).toBe('Bia');
    const bad = { holderName: '', holderTaxId: '1', ownershipPercentage: 101 };
    expect(refusal(() => checkHolder(bad)).detail.fields).toEqual({
      holderName: 'Nome é obrigatório',
      holderTaxId: 'CPF/CNPJ deve ter pelo menos 11 caracteres',
      ownershipPercentage: 'Percentual máximo é 100',
    });
  });

  const decimal = 'Use um número inteiro, sem casas decimais; por exemplo: 33, 33 e 34.';
  it.each([
    [0, undefined],
    [100, undefined],
    [-1, 'Percentual mínimo é 0'],
    [-0.5, 'Percentual mínimo é 0'],
    [2.5, decimal],
    [100.5, decimal],
    [101, 'Percentual máximo é 100'],
    [Number.POSITIVE_INFINITY, 'Percentual máximo é 100'],
    [Number.NaN, 'Percentual deve ser um número inteiro de 0 a 100.'],
  ])('share %d: %s', (ownershipPercentage, message) => {
    const check = () => checkHolder({ ...holder, ownershipPercentage });
    if (message === undefined) expect(check().ownershipPercentage).toBe(ownershipPercentage);
    else expect(refusal(check).detail.fields).toEqual({ ownershipPercentage: message });
  });

  it('never share more than 100 %', () => {
    const state = registration({ holdersTotal: 60 });
    expect(() => checkRoom(state, owner, holder, 1)).not.toThrow();
    const full = refusal(() => checkRoom(registration({ holdersTotal: 61 }), owner, holder, 1));
    expect(full.code).toBe('percentage-exceeded');
    expect(full.message).toBe('A soma dos percentuais seria 101%. Máximo permitido: 100%.');
    expect(refusal(() => checkRoom(state, owner, holder, MAX_HOLDERS)).code).toBe('invalid-input');
  });
});

describe('files', () => {
  it('are called .zip', () => {
    expect(checkFileName(' Código Fonte.ZIP ')).toBe('Código Fonte.ZIP');
    expect(refusal(() => checkFileName('')).code).toBe('no-file');
    expect(refusal(() => checkFileName('a.rar')).code).toBe('not-a-zip');
    expect(refusal(() => checkFileName('a\nb.zip')).code).toBe('invalid-input');
  });

  it('replace an earlier one, whose object goes', () => {
    const next = { ...file, objectKey: 'objects/2', attachedAt: now };
    expect(attach(registration(), owner, next, 0).facts).toEqual([
      { kind: 'file-attached', objectKey: 'objects/2', sha256: file.sha256 },
      { kind: 'file-released', objectKey: 'objects/1', reason: 'replaced' },
    ]);
    const paid = registration({ status: 'paid', paymentPaidAt: before });
    expect(refusal(() => attach(paid, owner, next, 0)).code).toBe('not-editable');
  });

  it('are no newer for being sent again', () => {
    const again = { ...file, objectKey: 'objects/2', attachedAt: now };
    expect(attach(registration(), owner, again, 0).next.file).toEqual({ ...again, attachedAt: before });
    const other = { ...again, sha256: 'b'.repeat(64) };
    expect(attach(registration(), owner, other, 0).next.file).toEqual(other);
  });

  it('yield an old unpaid claim to somebody else, and no other', () => {
    const old = new Date(now.getTime() - CLAIM_LAPSES_AFTER_MS);
    // However lately it was sent again.
    const claim = registration({ file: { ...file, attachedAt: now } });
    const comes = (uploader: string, since = old, over = {}) =>
      yieldClaim({ ...claim, ...over }, uploader, file.sha256, since, now);
    expect(comes('other')).toMatchObject({
      next: { file: null },
      facts: [{ kind: 'file-released', reason: 'lapsed' }],
    });
    const own = refusal(() => comes(owner.id));
    expect(own.detail.facts).toEqual({ registrationId: claim.id });
    const paid = refusal(() => comes('other', old, { paymentPaidAt: before }));
    expect(paid.code).toBe('duplicate-file');
    expect(paid.detail.facts).toBeUndefined();
    expect(refusal(() => comes('other', new Date(old.getTime() + 1))).code).toBe('duplicate-file');
    expect(yieldClaim(claim, 'other', 'b'.repeat(64), old, now).facts).toEqual([]);
  });
});

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

describe('queries', () => {
  it('have bounded pages', () => {
    expect(pageBounds(undefined, 12)).toEqual({ limit: 12, offset: 0 });
    expect(pageBounds({ page: 3, limit: 100 }, 12)).toEqual({ limit: 100, offset: 200 });
    for (const page of [
      { page: -1, limit: 1 },
      { page: 1, limit: 101 },
      { page: 10_000_001, limit: 1 },
    ]) {
      expect(refusal(() => pageBounds(page, 12)).code).toBe('invalid-input');
    }
  });

  it('take wildcards literally', () => {
    expect(likePattern('50%_\\')).toBe('%50\\%\\_\\\\%');
    expect(refusal(() => checkSearch('a\0')).code).toBe('invalid-input');
  });

  it('know four periods', () => {
    expect(periodStart(7, now)).toEqual(new Date('2026-11-14T12:00:00Z'));
    expect(refusal(() => periodStart(8, now)).code).toBe('invalid-input');
  });

  it('round percents to one decimal', () => {
    expect([percent(1, 3), percent(2, 3), percent(0, 0)]).toEqual([33.3, 66.7, 0]);
  });

  it('read the time out of an id', () => {
    expect(timeOfId('017f22e2-79b0-7cc3-98c4-dc0c0c07398f')).toEqual(new Date('2022-02-22T19:22:22.000Z'));
  });
});
