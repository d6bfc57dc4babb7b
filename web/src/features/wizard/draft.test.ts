import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { detailsDraft, EMPTY_DETAILS, EMPTY_HOLDER, holderDraft } from './draft.ts';

const storedItems = new Map<string, string>();

beforeEach(() => {
  storedItems.clear();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => storedItems.get(name) ?? null,
    setItem: (name: string, value: string) => storedItems.set(name, value),
    removeItem: (name: string) => storedItems.delete(name),
  });
});
afterEach(() => vi.unstubAllGlobals());

describe('stored drafts of the wizard', () => {
  it('stores drafts per account and per registration', () => {
    detailsDraft('ana').save({ ...EMPTY_DETAILS, title: 'Novo' });
    detailsDraft('ana', 'r1').save({ ...EMPTY_DETAILS, title: 'Alterado' });
    holderDraft('ana', 'r1').save({ ...EMPTY_HOLDER, holderName: 'Bia' });
    expect(detailsDraft('ana').read()?.title).toBe('Novo');
    expect(detailsDraft('ana', 'r1').read()?.title).toBe('Alterado');
    expect(holderDraft('ana', 'r1').read()?.holderName).toBe('Bia');
    expect(detailsDraft('bia').read()).toBeNull();
    detailsDraft('ana').clear();
    expect(detailsDraft('ana').read()).toBeNull();
  });
  it('ignores invalid stored drafts and drops unknown fields', () => {
    const savedAt = Date.now();
    for (const text of ['{', '7', 'null', '"x"', '{"title":"T"}', `{"at":${savedAt},"value":"x"}`]) {
      storedItems.set('g2.registration-draft.ana', text);
      expect(detailsDraft('ana').read()).toBeNull();
    }
    storedItems.set(
      'g2.registration-draft.ana',
      `{"at":${savedAt},"value":{"title":"T","notes":{},"role":"admin"}}`,
    );
    expect(detailsDraft('ana').read()).toEqual({ ...EMPTY_DETAILS, title: 'T' });
  });
  it('reads no draft, without an error, when there is no localStorage', () => {
    vi.stubGlobal('localStorage', undefined);
    detailsDraft('ana').save(EMPTY_DETAILS);
    expect(detailsDraft('ana').read()).toBeNull();
  });
});
