import { describe, expect, it } from 'vitest';
import { attachFile, checkFileName, duplicateFile } from './files.ts';
import { before, file, now, owner, refusal, registration } from './test-samples.ts';

describe('files', () => {
  it('accepts only names that end in .zip', () => {
    expect(checkFileName(' Código Fonte.ZIP ')).toBe('Código Fonte.ZIP');
    expect(refusal(() => checkFileName('')).code).toBe('no-file');
    expect(refusal(() => checkFileName('a.rar')).code).toBe('not-a-zip');
    expect(refusal(() => checkFileName('a\nb.zip')).code).toBe('invalid-input');
  });

  it('replaces the previous file and releases its object', () => {
    const next = { ...file, objectKey: 'objects/2', attachedAt: now };
    expect(attachFile(registration(), owner, next, 0).facts).toEqual([
      { kind: 'file-attached', objectKey: 'objects/2', sha256: file.sha256 },
      { kind: 'file-released', objectKey: 'objects/1', reason: 'replaced' },
    ]);
    const paid = registration({ status: 'paid', paymentPaidAt: before });
    expect(refusal(() => attachFile(paid, owner, next, 0)).code).toBe('not-editable');
  });

  it('keeps the attachment time if the same bytes are sent again', () => {
    const again = { ...file, objectKey: 'objects/2', attachedAt: now };
    expect(attachFile(registration(), owner, again, 0).next.file).toEqual({ ...again, attachedAt: before });
    const other = { ...again, sha256: 'b'.repeat(64) };
    expect(attachFile(registration(), owner, other, 0).next.file).toEqual(other);
  });

  it('names another registration with the same bytes only if the user owns it', () => {
    const uploader = { id: owner.id, rootId: 'r9' };
    const own = duplicateFile({ id: 'r1', userId: owner.id, number: 1, rootId: 'r1' }, uploader);
    expect([own.code, own.detail.facts]).toEqual(['duplicate-file', { registrationId: 'r1' }]);
    const other = duplicateFile({ id: 'r2', userId: 'other', number: 1, rootId: 'r2' }, uploader);
    expect([other.code, other.message, other.detail]).toEqual([
      'duplicate-file',
      'Este arquivo já foi registrado.',
      {},
    ]);
  });

  it('clears fileTaken when a file with other bytes is attached', () => {
    const next = { ...file, sha256: 'b'.repeat(64), objectKey: 'objects/2' };
    expect(attachFile(registration({ fileTaken: true }), owner, next, 0).next.fileTaken).toBe(false);
  });
});
