import { beforeEach, describe, expect, it, vi } from 'vitest';
import { keptTexts } from './kept-draft.ts';

const stored = new Map<string, string>();
beforeEach(() => {
  stored.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
});

const draft = (name = 'draft.ana.status.r1') => keptTexts(name, ['reason', 'notes']);

describe('a stored draft', () => {
  it('stores only the given fields, separately per owner and record', () => {
    const values = { reason: 'Chegou a carta', notes: '', amount: '185,00' };
    draft().save(values);
    expect(draft().read()).toEqual({ reason: 'Chegou a carta', notes: '' });
    expect([...stored.values()].join()).not.toContain('185,00');
    expect(draft('draft.bia.status.r1').read()).toEqual({ reason: '', notes: '' });
    expect(draft('draft.ana.status.r2').read()).toEqual({ reason: '', notes: '' });
  });

  it('removes the stored draft after sending and when all its fields are empty', () => {
    draft().save({ reason: 'x', notes: '' });
    draft().clear();
    expect(stored.size).toBe(0);
    draft().save({ reason: 'x', notes: 'y' });
    draft().save({ reason: ' ', notes: '' });
    expect(stored.size).toBe(0);
  });

  it.each(['null', '"x"', '[1]', '{"reason":7}', '{'])('reads nothing when %s is stored', (value) => {
    stored.set('g2.draft.ana.status.r1', `{"at":${Date.now()},"value":${value}}`);
    expect(draft().read()).toEqual({ reason: '', notes: '' });
  });
});
