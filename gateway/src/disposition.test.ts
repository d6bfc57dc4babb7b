import { describe, expect, it } from 'vitest';
import { contentDisposition } from './disposition.ts';

describe('the Content-Disposition of an attachment', () => {
  it('contains the file name in ASCII and in UTF-8', () => {
    expect(contentDisposition('código fonte.zip')).toBe(
      `attachment; filename="codigo fonte.zip"; filename*=UTF-8''c%C3%B3digo%20fonte.zip`,
    );
  });

  it('escapes quotes and control characters', () => {
    expect(contentDisposition('a"; x="\r\n\\b.zip')).toBe(
      `attachment; filename="a_; x=____b.zip"; filename*=UTF-8''a%22%3B%20x%3D%22%0D%0A%5Cb.zip`,
    );
  });

  it('encodes characters beyond the BMP and replaces lone surrogates', () => {
    expect(contentDisposition('😀.zip')).toContain("UTF-8''%F0%9F%98%80.zip");
    expect(contentDisposition('\ud83d.zip')).toContain("UTF-8''%EF%BF%BD.zip");
  });
});
