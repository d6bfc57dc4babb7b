import type { Locator, Page, Route } from 'playwright-core';
import type { ScreensWorld, Viewer } from './screens-world.ts';

export type Area = 'visitor' | 'client' | 'wizard' | 'operator' | 'admin';

/** A screen in one of its states: how to come there, and what tells that it stands. */
export type Screen = {
  name: string;
  area: Area;
  viewer: Viewer;
  path: string | ((world: ScreensWorld) => string);
  /** Before the page is opened: calls that are to fail or to hang. */
  before?: (page: Page) => Promise<unknown>;
  /** From the opened page to the state: a dialog, a message. */
  reach?: (page: Page, world: ScreensWorld) => Promise<unknown>;
  /** It shows a message that outlives its page for a while. */
  says?: true;
  /** Visible once the state is there. */
  ready: (page: Page, world: ScreensWorld) => Locator;
};

const hanging = new WeakMap<Page, Route[]>();

/** A call that gets no answer while the screen is looked at: what shows while it loads stays. */
export const hang = (url: string) => (page: Page) =>
  page.route(url, (route) => {
    hanging.set(page, [...(hanging.get(page) ?? []), route]);
  });

/** Ends what hangs and lets every call through again; a call once held back never reaches the server. */
export async function release(page: Page): Promise<void> {
  for (const route of hanging.get(page) ?? []) await route.abort().catch(() => {});
  hanging.delete(page);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
}

/** Where a list or a figure is yet to come. */
export const skeleton = (page: Page): Locator => page.locator('.mantine-Skeleton-root').first();

/** Every call of this address fails as when a service is away. */
export const away = (url: string) => (page: Page) =>
  page.route(url, (route) =>
    route.fulfill({
      status: 503,
      headers: { 'retry-after': '1' },
      json: {
        message: 'Serviço indisponível no momento. Tente novamente.',
        code: 'unavailable',
        requestId: 'r',
      },
    }),
  );

/** Every call of this address is answered so, and never reaches the server. */
export const answered = (url: string, status: number, json: unknown) => (page: Page) =>
  page.route(url, (route) => route.fulfill({ status, json }));

export const dialog = (page: Page): Locator => page.getByRole('dialog').last();
export const heading = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { name }).first();
export const text = (content: string | RegExp) => (page: Page) => page.getByText(content).first();
export const inDialog = (content: string | RegExp) => (page: Page) => dialog(page).getByText(content).first();
export const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).first().click();

/** The keyboard on its close button holds a toast for as long as it is looked at. */
export async function holdToast(page: Page): Promise<void> {
  await page
    .getByRole('region', { name: 'Notificações (F8)' })
    .getByRole('button', { name: 'Fechar notificação' })
    .focus();
}
export const toastShown = (title: string) => (page: Page) =>
  page.getByRole('region', { name: 'Notificações (F8)' }).getByText(title, { exact: true });

/** Presses one thing after the other. */
export const presses =
  (...names: (string | RegExp)[]) =>
  async (page: Page): Promise<void> => {
    for (const name of names) await press(name)(page);
  };
