import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { writePrivate } from './private-storage.ts';
import {
  forgetUpload,
  isSameFile,
  type RememberedUpload,
  rememberedUpload,
  rememberedUploads,
  rememberUpload,
} from './remembered-uploads.ts';

const upload = (id: string, over: Partial<RememberedUpload> = {}): RememberedUpload => ({
  url: `/api/registrations/${id}/uploads/1`,
  fileName: 'projeto.zip',
  size: 500,
  lastModified: 7,
  sha256: 'a'.repeat(64),
  ...over,
});

const stored = new Map<string, string>();
beforeEach(() => {
  stored.clear();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, text: string) => stored.set(name, text),
    removeItem: (name: string) => stored.delete(name),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe('a remembered upload', () => {
  it('stores an upload per account and registration until it is forgotten', () => {
    rememberUpload('ana', 'r1', upload('r1'));
    rememberUpload('ana', 'r2', upload('r2'));
    expect(rememberedUpload('ana', 'r1')).toEqual(upload('r1'));
    expect(rememberedUploads('bia')).toEqual({});
    forgetUpload('ana', 'r1');
    expect(Object.keys(rememberedUploads('ana'))).toEqual(['r2']);
    forgetUpload('ana', 'r2');
    expect(stored.size).toBe(0);
  });

  it('keeps an upload when an earlier one of the same registration is forgotten', () => {
    const later = upload('r1', { url: '/api/registrations/r1/uploads/2' });
    rememberUpload('ana', 'r1', later);
    forgetUpload('ana', 'r1', upload('r1').url);
    expect(rememberedUpload('ana', 'r1')).toEqual(later);
    forgetUpload('ana', 'r1', later.url);
    expect(rememberedUpload('ana', 'r1')).toBeNull();
  });

  it('ignores an upload whose stored value is invalid or has another registration’s URL', () => {
    for (const odd of [
      null,
      7,
      {},
      { ...upload('r1'), size: '500' },
      upload('r2'),
      { ...upload('r1'), url: '//x/' },
    ]) {
      writePrivate('uploads.ana', { r1: odd });
      expect(rememberedUpload('ana', 'r1')).toBeNull();
    }
    writePrivate('uploads.ana', 'r1');
    expect(rememberedUploads('ana')).toEqual({});
  });

  it('matches an upload with a file by name, size and modification time', () => {
    const file = { name: 'projeto.zip', size: 500, lastModified: 7 };
    expect(isSameFile(upload('r1'), file)).toBe(true);
    expect(isSameFile(upload('r1'), { ...file, name: 'outro.zip' })).toBe(false);
    expect(isSameFile(upload('r1'), { ...file, size: 501 })).toBe(false);
    expect(isSameFile(upload('r1'), { ...file, lastModified: 8 })).toBe(false);
  });
});
