import { describe, expect, it } from 'vitest';
import { afterClosing, type OpenDialog } from './use-dialogs.ts';

describe('closing a dialog', () => {
  const begun: OpenDialog = { name: 'buy' };
  it('closing the open dialog leaves no dialog open', () => {
    expect(afterClosing(begun, begun)).toBeNull();
  });
  it('closing a dialog keeps one that was opened meanwhile, even of the same kind', () => {
    for (const later of [{ name: 'contact' }, { name: 'buy' }] satisfies OpenDialog[])
      expect(afterClosing(later, begun)).toBe(later);
    expect(afterClosing(null, begun)).toBeNull();
  });
});
