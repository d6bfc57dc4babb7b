import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { prefer } from '../testing/media.ts';
import { open } from '../testing/render.tsx';
import { createSchemeManager } from '../ui/scheme-manager.ts';

const SCRIPT = '/theme.js';
const themeState = () => {
  const { classList, dataset } = document.documentElement;
  return [classList.contains('dark'), dataset.mantineColorScheme, localStorage.getItem('theme')];
};
const button = (name: string) => page.getByRole('banner').getByRole('button', { name });

/** Runs the document's theme script as a page load does. */
async function runThemeScript(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const script = Object.assign(document.createElement('script'), { src: SCRIPT, onload: resolve });
  document.head.append(script);
  await promise;
}

beforeEach(() => prefer('light'));

describe('the theme', () => {
  it('[header-theme] follows the system until the user chooses a theme, which is then stored', async () => {
    await prefer('dark');
    await runThemeScript();
    open('/help', null);
    await expect.poll(() => themeState()).toEqual([true, 'dark', null]);
    await prefer('light');
    await expect.poll(themeState).toEqual([false, 'light', null]);
    await button('Mudar para tema escuro').click();
    await expect.poll(() => themeState()).toEqual([true, 'dark', 'dark']);
    await button('Mudar para tema claro').click();
    await expect.poll(() => themeState()).toEqual([false, 'light', 'light']);
    // The choice overrides a new preference of the system, and a choice in another tab applies here too.
    await prefer('dark');
    await expect.poll(() => themeState()).toEqual([false, 'light', 'light']);
    localStorage.setItem('theme', 'dark');
    window.dispatchEvent(new StorageEvent('storage', { key: 'theme' }));
    await expect.poll(() => themeState()).toEqual([true, 'dark', 'dark']);
  });

  it('Mantine adopts a theme that was chosen while Mantine started', () => {
    const root = document.documentElement;
    root.classList.remove('dark');
    const manager = createSchemeManager();
    expect(manager.get('auto')).toBe('light');
    root.classList.add('dark');
    const shownByMantine = vi.fn();
    manager.subscribe(shownByMantine);
    expect(shownByMantine).toHaveBeenLastCalledWith('dark');
    manager.unsubscribe();
  });
});
