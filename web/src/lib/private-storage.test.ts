import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  claimPrivateStorage,
  clearPrivateStorage,
  readPrivate,
  sweepPrivateStorage,
  sweepPrivateStorageRegularly,
  writePrivate,
} from './private-storage.ts';

const DAY_MS = 86_400_000;

/** Fake Storage: like the browser's, its keys are own properties, so that Object.keys lists them. */
class Storage {
  getItem(name: string): string | null {
    return Object.entries(this).find(([key]) => key === name)?.[1] ?? null;
  }
  setItem(name: string, value: string): void {
    Object.assign(this, { [name]: value });
  }
  removeItem(name: string): void {
    Reflect.deleteProperty(this, name);
  }
}

let storage: Storage;
beforeEach(() => {
  storage = new Storage();
  vi.stubGlobal('localStorage', storage);
  vi.useFakeTimers();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const keys = () => Object.keys(storage);

describe('personal data stored in this browser', () => {
  it('returns stored personal data for seven days and not longer', () => {
    writePrivate('draft.ana', { tax: '111.444.777-35' });
    vi.advanceTimersByTime(7 * DAY_MS - 1);
    expect(readPrivate('draft.ana')).toEqual({ tax: '111.444.777-35' });
    vi.advanceTimersByTime(1);
    expect(readPrivate('draft.ana')).toBeNull();
  });

  it('removes expired personal data at the next start, but not the theme', () => {
    writePrivate('draft.ana', { tax: '111.444.777-35' });
    storage.setItem('theme', 'dark');
    vi.advanceTimersByTime(6 * DAY_MS);
    writePrivate('draft.bia', { tax: '222' });
    sweepPrivateStorage();
    expect(keys()).toEqual(['g2.draft.ana', 'theme', 'g2.draft.bia']);
    vi.advanceTimersByTime(2 * DAY_MS);
    sweepPrivateStorage();
    expect(keys()).toEqual(['theme', 'g2.draft.bia']);
  });

  it('removes personal data of unknown age or with a date in the future', () => {
    for (const text of [
      '{"tax":"111"}',
      '{',
      `{"at":${Date.now() + DAY_MS},"value":1}`,
      '{"at":"x","value":1}',
    ]) {
      storage.setItem('g2.draft.ana', text);
      expect(readPrivate('draft.ana')).toBeNull();
      sweepPrivateStorage();
      expect(keys()).toEqual([]);
    }
  });

  it('removes personal data that expires while the page is open', () => {
    const visibilityListeners: (() => void)[] = [];
    vi.stubGlobal('document', {
      addEventListener: (_name: string, listener: () => void) => visibilityListeners.push(listener),
    });
    sweepPrivateStorageRegularly();
    writePrivate('draft.ana', { tax: '111.444.777-35' });
    vi.advanceTimersByTime(7 * DAY_MS);
    expect(keys()).toEqual([]);
    storage.setItem('g2.draft.bia', JSON.stringify({ at: Date.now() - 8 * DAY_MS, value: 1 }));
    for (const listener of visibilityListeners) listener();
    expect(keys()).toEqual([]);
    vi.clearAllTimers();
  });

  it('removes personal data when another account signs in, but keeps it for the same account', () => {
    claimPrivateStorage('ana');
    writePrivate('draft.ana', 1);
    claimPrivateStorage('ana');
    expect(readPrivate('draft.ana')).toBe(1);
    storage.setItem('theme', 'dark');
    claimPrivateStorage('bia');
    expect(keys().toSorted()).toEqual(['g2.owner', 'theme']);
  });

  it('removes personal data at sign-out, but not the theme', () => {
    writePrivate('draft.ana', 1);
    storage.setItem('theme', 'dark');
    clearPrivateStorage();
    expect(keys()).toEqual(['theme']);
  });
});
