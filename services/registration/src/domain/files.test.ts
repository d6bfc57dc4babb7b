import { describe, expect, it } from 'vitest';
import { attach, checkFileName, yieldClaim } from './files.ts';
import { before, file, now, owner, refusal, registration } from './samples.ts';
import { CLAIM_LAPSES_AFTER_MS } from './unpaid-files.ts';

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
      yieldClaim({ ...claim, ...over }, { id: uploader, rootId: 'r9' }, file.sha256, since, now);
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
    expect(yieldClaim(claim, { id: 'other', rootId: 'r9' }, 'b'.repeat(64), old, now).facts).toEqual([]);
  });
});
