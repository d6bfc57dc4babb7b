import { describe, expect, it } from 'vitest';
import { dialogAfterClosing, type OpenDialog } from './use-dialogs.ts';

describe('dialogAfterClosing', () => {
  const closedDialog: OpenDialog = { name: 'buy' };
  it('returns null after the open dialog has closed', () => {
    expect(dialogAfterClosing(closedDialog, closedDialog)).toBeNull();
  });
  it('returns a dialog that was opened since then, even one of the same kind', () => {
    for (const later of [{ name: 'contact' }, { name: 'buy' }] satisfies OpenDialog[])
      expect(dialogAfterClosing(later, closedDialog)).toBe(later);
    expect(dialogAfterClosing(null, closedDialog)).toBeNull();
  });
});
