import { randomBytes } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';
import { person } from './browser.ts';
import { Client, demoSession, proveAddress, type User } from './client.ts';
import { enter } from './payment-screens.ts';

/** An admin in a browser, and the same session by HTTP. */
export async function adminAt(
  browser: Browser,
  base: string,
  path: string,
): Promise<{ page: Page; api: Client }> {
  const api = await demoSession(base, 'admin');
  const { page } = await person(browser, base);
  await enter(page, api);
  await page.goto(path);
  return { page, api };
}

/** A new account under a name of its own. */
export async function signUpAs(
  base: string,
  firstName: string,
  lastName: string,
): Promise<{ client: Client; user: User }> {
  const client = new Client(base);
  const user = await client.post<User>('/api/register', {
    email: `conta-${randomBytes(6).toString('hex')}@example.com`,
    password: `Senha-${randomBytes(6).toString('hex')}`,
    firstName,
    lastName,
  });
  await proveAddress(base, user.email);
  return { client, user };
}

/** A name nobody else has. */
export const uniqueName = (start: string): string => `${start}${randomBytes(4).toString('hex')}`;

/** What stands in the address after the '?'. */
export const queryOf = (page: Page): Record<string, string> =>
  Object.fromEntries(new URL(page.url()).searchParams);

/** A fact that comes true in a moment; browsers and services share the machine. */
export const eventually = <T>(look: () => T | Promise<T>) => expect.poll(look, { timeout: 20_000 });

/** Holds back calls until told otherwise: the screen shows how it waits. */
export async function holdCall(page: Page, url: string | RegExp): Promise<() => Promise<void>> {
  const told = Promise.withResolvers<void>();
  const held: Promise<void>[] = [];
  await page.route(url, (route) => {
    held.push(told.promise.then(() => route.continue()));
  });
  return async () => {
    told.resolve();
    await Promise.all(held);
    await page.unroute(url);
  };
}

/** Answers a call with an error until it is let through again; tells how often it was asked. */
export async function failCall(page: Page, url: string | RegExp) {
  let asked = 0;
  await page.route(url, (route) => {
    asked += 1;
    return route.fulfill({
      status: 503,
      json: { message: 'O serviço está indisponível.', code: 'unavailable', requestId: '' },
    });
  });
  return { asked: () => asked, mend: () => page.unroute(url) };
}
