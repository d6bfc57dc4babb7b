import { describe, expect, it } from 'vitest';
import { afterClosing, type OpenDialog } from './use-dialogs.ts';

describe('closing a dialog', () => {
  const begun: OpenDialog = { name: 'buy' };
  it('closes the dialog that is open', () => {
    expect(afterClosing(begun, begun)).toBeNull();
  });
  it('leaves a dialog that was opened since then, even one of the same kind', () => {
    for (const later of [{ name: 'contact' }, { name: 'buy' }] satisfies OpenDialog[])
      expect(afterClosing(later, begun)).toBe(later);
    expect(afterClosing(null, begun)).toBeNull();
  });
});
