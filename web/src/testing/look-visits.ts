import { PAGE_PATHS, PAGES, type PageAccess } from '@g2/gateway/contract/pages';
import type { User } from '@g2/gateway/contract/users';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { findFaults, findPrintFaults, showAt, watchShifts } from './look.ts';
import {
  admin,
  answerUnmocked,
  CONTACT,
  client,
  GET_OPERATIONS,
  operator,
  record,
  seedFor,
} from './look-world.ts';
import { openMocked } from './mock.ts';
import { NUMBER } from './records.ts';
import { widen } from './screen.ts';
import { hold, mockApi, refuse } from './server.ts';
import { settled } from './settled.ts';

const VIEWERS: Readonly<Record<PageAccess, User | null>> = {
  public: null,
  user: client,
  staff: operator,
  admin,
};

/** Pages with several views, with the query string of each view. */
const QUERIES: Readonly<Record<string, readonly string[]>> = {
  '/auth': ['?conta=nova', '?erro=forbidden'],
  '/register': ['?step=basic', `?id=${record.id}&step=holders`],
  '/registros/:id': ['?secao=prova', '?secao=dados', '?secao=arquivo'],
  '/admin': ['users', 'registrations', 'analytics', 'status', 'credits'].map((tab) => `?tab=${tab}`),
};
/** Pages that users print or save as PDF. */
const PRINTED_PATHS: readonly string[] = [
  '/',
  '/versoes',
  '/help',
  '/termos',
  '/privacidade',
  '/verificar',
  '/verificar/:number',
  '/en/verify/:number',
  '/dashboard',
  '/recibos',
  '/registros/:id',
  '/operator/registrations/:id/dossie',
];
/** Maximum cumulative layout shift of a page (a "good" value ends at 0.1). */
const SHIFT_GOAL = 0.05;
/** Pages with a known layout shift while they load; not checked. */
const SHIFTING_PATHS: readonly string[] = ['/recibos', '/profile/tokens', '/admin/users/:id'];
const PLACEHOLDERS =
  '[role="status"]:is([aria-label="Carregando"], [aria-label="Loading"]), .mantine-Skeleton-root[data-visible]';

function addressOf(path: string): string {
  if (path.startsWith('/verificar') || path.startsWith('/en/')) return path.replace(':number', NUMBER);
  const id = path.startsWith('/admin/users') ? client.id : record.id;
  return path.replace(':id', id).replace(':number', CONTACT);
}

/** Loading placeholders that are visible; those below the screen may load on scrolling. */
const placeholders = (): Element[] =>
  [...document.querySelectorAll(PLACEHOLDERS)].filter(
    (one) => one.getBoundingClientRect().top < window.innerHeight,
  );

/** Waits until the heading is there, no placeholder is visible, and the page is rendered. */
async function waitUntilLoaded(): Promise<void> {
  await expect.element(page.getByRole('heading', { level: 1 }).first()).toBeInTheDocument();
  await expect.poll(placeholders).toEqual([]);
  await settled();
}

/** Opens a page with held-back answers, so that each loading state is rendered, and checks the layout shifts. */
async function openSlowly(address: string, user: User | null, width: 360 | 1280): Promise<string[]> {
  await widen(width, 900);
  const db = mockApi(seedFor(user));
  answerUnmocked();
  const releases = GET_OPERATIONS.map((name) => hold(name));
  const shifts = watchShifts();
  openMocked(address, db);
  await settled();
  for (const release of releases) release();
  await waitUntilLoaded();
  const { value, moved } = shifts();
  return value <= SHIFT_GOAL ? [] : [`[${width}] layout-shift: ${value.toFixed(3)} ${moved.join(' | ')}`];
}

/** Faults of a page without data: empty lists, or failed requests if `fails`. */
async function faultsWithoutData(address: string, user: User | null, fails: boolean): Promise<string[]> {
  const db = mockApi({ user });
  if (fails) for (const name of GET_OPERATIONS) refuse(name, 'unavailable');
  else answerUnmocked();
  openMocked(address, db);
  await waitUntilLoaded();
  const found = await findFaults([360, 1280]);
  return found.map((line) => `${fails ? 'failed' : 'empty'}: ${line}`);
}

/**
 * Checks each page of an area: no layout shift while loading; at four widths nothing clipped, overlapping, too wide or
 * too small to press; no axe violations in both themes; nothing lost in print. Then the same page without data and with
 * failed requests.
 */
export function testPages(access: PageAccess): void {
  const user = VIEWERS[access];
  const paths = PAGE_PATHS.filter((path) => PAGES[path].access === access);
  const pages = paths.flatMap((path) => ['', ...(QUERIES[path] ?? [])].map((view) => [path, view] as const));
  it.each(pages)('%s%s', async (path, view) => {
    const address = addressOf(path) + view;
    const shifts = [...(await openSlowly(address, user, 1280)), ...(await openSlowly(address, user, 360))];
    const problems = [...(SHIFTING_PATHS.includes(path) ? [] : shifts), ...(await findFaults())];
    if (PRINTED_PATHS.includes(path)) problems.push(...(await findPrintFaults()));
    if (user !== null) {
      problems.push(...(await faultsWithoutData(address, user, false)));
      problems.push(...(await faultsWithoutData(address, user, true)));
    }
    await showAt(1280, 'light');
    expect(problems).toEqual([]);
  });
}
