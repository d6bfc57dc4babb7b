import { expect, it } from 'vitest';
import { pageOf } from '../testing/records.ts';
import { open } from '../testing/render.tsx';
import { dialog, keys, main } from '../testing/screen.ts';
import { answer } from '../testing/server.ts';

it('[modal-back] closing a dialog with Esc returns the focus to its opener every time', async () => {
  answer('listApiTokens', pageOf([], 100));
  open('/profile/tokens');
  const button = main.getByRole('button', { name: 'Criar token' });
  await expect.element(button).toBeVisible();
  for (let round = 0; round < 2; round += 1) {
    (button.element() as HTMLElement).focus();
    await keys('{Enter}');
    await expect.element(dialog).toBeVisible();
    await expect.poll(() => dialog.element().contains(document.activeElement)).toBe(true);
    await keys('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(button).toHaveFocus();
  }
});
