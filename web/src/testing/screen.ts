import { expect } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';

/** The region with the current toast; at most one toast is shown. */
export const toast = page.getByRole('region', { name: 'Notificações (F8)' });
/** Expects a toast with this text. */
export const expectToast = (text: string | RegExp) => expect.element(toast.getByText(text)).toBeVisible();
export const dialog = page.getByRole('dialog');
export const main = page.getByRole('main');
export const region = (name: string): Locator => page.getByRole('region', { name });
export const article = (name: string): Locator => page.getByRole('article', { name });
export const alerts = main.getByRole('alert');

export const press = (name: string | RegExp, parent: Pick<Locator, 'getByRole'> = page): Promise<void> =>
  parent.getByRole('button', { name }).click();

export const keys = (text: string): Promise<void> => userEvent.keyboard(text);

/** Query string of the current address. */
export const query = (): string => window.location.search;

/** Clicks the retry button in the error message of the page. */
export const retry = (): Promise<void> => press('Tentar novamente', alerts);

/** Sets the viewport size in CSS pixels for the rest of the test; the next test has the default size again. */
export const setViewport = (width: number, height = 780): Promise<void> => page.viewport(width, height);

/** True if the page does not scroll horizontally. */
export const hasNoHorizontalScroll = (): boolean => document.documentElement.scrollWidth <= window.innerWidth;

/** The accessible description of a field or form: the texts of all elements that `aria-describedby` names. */
export const descriptionOf = (field: Locator): string =>
  (field.element().getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ')
    .trim();
