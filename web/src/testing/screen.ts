import { type Locator, page, userEvent } from 'vitest/browser';

/** The one toast. */
export const toast = page.getByRole('region', { name: 'Notificações (F8)' });
export const dialog = page.getByRole('dialog');
export const main = page.getByRole('main');
export const region = (name: string): Locator => page.getByRole('region', { name });
export const article = (name: string): Locator => page.getByRole('article', { name });
export const alerts = main.getByRole('alert');

/** Presses a button by its name. */
export const press = (name: string | RegExp, where: Pick<Locator, 'getByRole'> = page): Promise<void> =>
  where.getByRole('button', { name }).click();

export const keys = (text: string): Promise<void> => userEvent.keyboard(text);

/** What stands in the address after the path. */
export const query = (): string => window.location.search;

/** Presses what a failed part of the page offers. */
export const retry = (): Promise<void> => press('Tentar novamente', alerts);

/** Shows the rest on a screen of this width, in CSS pixels; the next test has the usual one again. */
export const widen = (width: number, height = 780): Promise<void> => page.viewport(width, height);

/** True where nothing has to be scrolled sideways. */
export const fits = (): boolean => document.documentElement.scrollWidth <= window.innerWidth;

/** What a field or form says of itself: the text of all that `aria-describedby` names. */
export const described = (one: Locator): string =>
  (one.element().getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ')
    .trim();
