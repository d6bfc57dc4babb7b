import { PAGE_PATHS, PAGES, type PageAccess } from '@g2/gateway/contract/pages';
import type { User } from '@g2/gateway/contract/users';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { findFaults, findPrintFaults, showAt, watchShifts } from './look.ts';
import {
  admin,
  answerUnmockedOperations,
  CONTACT_NUMBER,
  client,
  GET_OPERATIONS,
  operator,
  seedFor,
  shownRegistration,
} from './look-world.ts';
import { openMocked } from './mock.ts';
import { CERTIFICATE_NUMBER } from './records.ts';
import { setViewport } from './screen.ts';
import { hold, mockApi, refuse } from './server.ts';
import { settled } from './settled.ts';

const VIEWERS: Readonly<Record<PageAccess, User | null>> = {
  public: null,
  user: client,
  staff: operator,
  admin,
};

/** Pages with several views, with the query string of each view. */
const VIEW_QUERIES: Readonly<Record<string, readonly string[]>> = {
  '/auth': ['?conta=nova', '?erro=forbidden'],
  '/register': ['?step=basic', `?id=${shownRegistration.id}&step=holders`],
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
/** Maximum cumulative layout shift (CLS) of a page; web.dev rates values up to 0.1 as good. */
const MAX_LAYOUT_SHIFT = 0.05;
/** Pages with a known layout shift while they load; not checked. */
const SHIFTING_PATHS: readonly string[] = ['/recibos', '/profile/tokens', '/admin/users/:id'];
const PLACEHOLDER_SELECTOR =
  '[role="status"]:is([aria-label="Carregando"], [aria-label="Loading"]), .mantine-Skeleton-root[data-visible]';

function addressOf(path: string): string {
  const isCertificatePath = path.startsWith('/verificar') || path.startsWith('/en/');
  if (isCertificatePath) return path.replace(':number', CERTIFICATE_NUMBER);
  const id = path.startsWith('/admin/users') ? client.id : shownRegistration.id;
  return path.replace(':id', id).replace(':number', CONTACT_NUMBER);
}

/** Loading placeholders within the window. Those below it may load only on scrolling. */
const placeholders = (): Element[] =>
  [...document.querySelectorAll(PLACEHOLDER_SELECTOR)].filter(
    (element) => element.getBoundingClientRect().top < window.innerHeight,
  );

/** Waits until the heading is there, no placeholder is visible, and the page is rendered. */
async function waitUntilLoaded(): Promise<void> {
  await expect.element(page.getByRole('heading', { level: 1 }).first()).toBeInTheDocument();
  await expect.poll(placeholders).toEqual([]);
  await settled();
}

/** Opens a page, holds back all answers so that its loading states are rendered, and returns faulty layout shifts. */
async function openSlowly(address: string, user: User | null, width: 360 | 1280): Promise<string[]> {
  await setViewport(width, 900);
  const db = mockApi(seedFor(user));
  answerUnmockedOperations();
  const releases = GET_OPERATIONS.map((name) => hold(name));
  const shifts = watchShifts();
  openMocked(address, db);
  await settled();
  for (const release of releases) release();
  await waitUntilLoaded();
  const { value, moved } = shifts();
  if (value <= MAX_LAYOUT_SHIFT) return [];
  return [`[${width}] layout-shift: ${value.toFixed(3)} ${moved.join(' | ')}`];
}

/** Faults of a page with empty lists, or with failed requests if `isFailing`. */
async function faultsWithoutData(address: string, user: User | null, isFailing: boolean): Promise<string[]> {
  const db = mockApi({ user });
  if (isFailing) for (const name of GET_OPERATIONS) refuse(name, 'unavailable');
  else answerUnmockedOperations();
  openMocked(address, db);
  await waitUntilLoaded();
  const faults = await findFaults([360, 1280]);
  return faults.map((line) => `${isFailing ? 'failed' : 'empty'}: ${line}`);
}

/**
 * Checks each page with this access: no layout shift while loading; no layout fault at four widths; no axe violation in
 * either theme; no fault in print. Pages for signed-in users are also checked without data and with failed requests.
 */
export function testPages(access: PageAccess): void {
  const user = VIEWERS[access];
  const paths = PAGE_PATHS.filter((path) => PAGES[path].access === access);
  const pages = paths.flatMap((path) =>
    ['', ...(VIEW_QUERIES[path] ?? [])].map((search) => [path, search] as const),
  );
  it.each(pages)('%s%s', async (path, search) => {
    const address = addressOf(path) + search;
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
