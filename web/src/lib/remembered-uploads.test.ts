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

const upload = (id: string, changes: Partial<RememberedUpload> = {}): RememberedUpload => ({
  url: `/api/registrations/${id}/uploads/1`,
  fileName: 'projeto.zip',
  size: 500,
  lastModified: 7,
  sha256: 'a'.repeat(64),
  ...changes,
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
  it('is stored per account and registration until it is forgotten', () => {
    rememberUpload('ana', 'r1', upload('r1'));
    rememberUpload('ana', 'r2', upload('r2'));
    expect(rememberedUpload('ana', 'r1')).toEqual(upload('r1'));
    expect(rememberedUploads('bia')).toEqual({});
    forgetUpload('ana', 'r1');
    expect(Object.keys(rememberedUploads('ana'))).toEqual(['r2']);
    forgetUpload('ana', 'r2');
    expect(stored.size).toBe(0);
  });

  it('is kept if forgetUpload gets the URL of an earlier upload of the registration', () => {
    const laterUpload = upload('r1', { url: '/api/registrations/r1/uploads/2' });
    rememberUpload('ana', 'r1', laterUpload);
    forgetUpload('ana', 'r1', upload('r1').url);
    expect(rememberedUpload('ana', 'r1')).toEqual(laterUpload);
    forgetUpload('ana', 'r1', laterUpload.url);
    expect(rememberedUpload('ana', 'r1')).toBeNull();
  });

  it('is ignored if its stored value is invalid or has the URL of another registration', () => {
    for (const invalid of [
      null,
      7,
      {},
      { ...upload('r1'), size: '500' },
      upload('r2'),
      { ...upload('r1'), url: '//x/' },
    ]) {
      writePrivate('uploads.ana', { r1: invalid });
      expect(rememberedUpload('ana', 'r1')).toBeNull();
    }
    writePrivate('uploads.ana', 'r1');
    expect(rememberedUploads('ana')).toEqual({});
  });

  it('matches a file with the same name, size and modification time', () => {
    const file = { name: 'projeto.zip', size: 500, lastModified: 7 };
    expect(isSameFile(upload('r1'), file)).toBe(true);
    expect(isSameFile(upload('r1'), { ...file, name: 'outro.zip' })).toBe(false);
    expect(isSameFile(upload('r1'), { ...file, size: 501 })).toBe(false);
    expect(isSameFile(upload('r1'), { ...file, lastModified: 8 })).toBe(false);
  });
});
