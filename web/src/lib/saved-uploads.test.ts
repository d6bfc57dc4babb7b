import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { writePrivate } from './private-storage.ts';
import {
  isSameFile,
  removeSavedUpload,
  type SavedUpload,
  savedUpload,
  savedUploads,
  saveUpload,
} from './saved-uploads.ts';

const upload = (id: string, changes: Partial<SavedUpload> = {}): SavedUpload => ({
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

describe('a saved upload', () => {
  it('is stored per account and registration until it is forgotten', () => {
    saveUpload('ana', 'r1', upload('r1'));
    saveUpload('ana', 'r2', upload('r2'));
    expect(savedUpload('ana', 'r1')).toEqual(upload('r1'));
    expect(savedUploads('bia')).toEqual({});
    removeSavedUpload('ana', 'r1');
    expect(Object.keys(savedUploads('ana'))).toEqual(['r2']);
    removeSavedUpload('ana', 'r2');
    expect(stored.size).toBe(0);
  });

  it('is kept if removeSavedUpload gets the URL of an earlier upload of the registration', () => {
    const laterUpload = upload('r1', { url: '/api/registrations/r1/uploads/2' });
    saveUpload('ana', 'r1', laterUpload);
    removeSavedUpload('ana', 'r1', upload('r1').url);
    expect(savedUpload('ana', 'r1')).toEqual(laterUpload);
    removeSavedUpload('ana', 'r1', laterUpload.url);
    expect(savedUpload('ana', 'r1')).toBeNull();
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
      expect(savedUpload('ana', 'r1')).toBeNull();
    }
    writePrivate('uploads.ana', 'r1');
    expect(savedUploads('ana')).toEqual({});
  });

  it('matches a file with the same name, size and modification time', () => {
    const file = { name: 'projeto.zip', size: 500, lastModified: 7 };
    expect(isSameFile(upload('r1'), file)).toBe(true);
    expect(isSameFile(upload('r1'), { ...file, name: 'outro.zip' })).toBe(false);
    expect(isSameFile(upload('r1'), { ...file, size: 501 })).toBe(false);
    expect(isSameFile(upload('r1'), { ...file, lastModified: 8 })).toBe(false);
  });
});
