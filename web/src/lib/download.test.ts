import { describe, expect, it } from 'vitest';
import { dispositionName } from './download.ts';

describe('dispositionName', () => {
  it('reads quoted, bare and extended names', () => {
    expect(dispositionName('attachment; filename="certificado_1a2b3c4d.pdf"')).toBe(
      'certificado_1a2b3c4d.pdf',
    );
    expect(dispositionName('attachment; filename=a.pdf')).toBe('a.pdf');
    expect(dispositionName('attachment; filename="a.pdf"; filename*=UTF-8\'\'cora%C3%A7%C3%A3o.pdf')).toBe(
      'coração.pdf',
    );
  });
  it('falls back to the plain name when the extended one is malformed', () => {
    expect(dispositionName('attachment; filename*=UTF-8\'\'%E0%A4; filename="b.pdf"')).toBe('b.pdf');
  });
  it('answers nothing without a name', () => {
    expect(dispositionName(null)).toBeUndefined();
    expect(dispositionName('attachment')).toBeUndefined();
  });
});
