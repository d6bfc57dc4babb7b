import { PAGE_PATHS, PAGES, type PageAccess } from '@g2/gateway/contract/pages';
import type { User } from '@g2/gateway/contract/users';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { look, lookAtPaper, present, watchShifts } from './look.ts';
import { admin, answersRest, CONTACT, client, filled, operator, READS, record } from './look-world.ts';
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
const VIEWS: Readonly<Record<string, readonly string[]>> = {
  '/auth': ['?conta=nova', '?erro=forbidden'],
  '/register': ['?step=basic', `?id=${record.id}&step=holders`],
  '/registros/:id': ['?secao=prova', '?secao=dados', '?secao=arquivo'],
  '/admin': ['users', 'registrations', 'analytics', 'status', 'credits'].map((tab) => `?tab=${tab}`),
};
/** Pages that users print or save as PDF. */
const PRINTED: readonly string[] = [
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
const MOVES: readonly string[] = ['/recibos', '/profile/tokens', '/admin/users/:id'];
const WAITING =
  '[role="status"]:is([aria-label="Carregando"], [aria-label="Loading"]), .mantine-Skeleton-root[data-visible]';

function addressOf(path: string): string {
  if (path.startsWith('/verificar') || path.startsWith('/en/')) return path.replace(':number', NUMBER);
  const id = path.startsWith('/admin/users') ? client.id : record.id;
  return path.replace(':id', id).replace(':number', CONTACT);
}

/** Loading placeholders that are visible; those below the screen may load on scrolling. */
const waiting = (): Element[] =>
  [...document.querySelectorAll(WAITING)].filter(
    (one) => one.getBoundingClientRect().top < window.innerHeight,
  );

/** Waits until the heading is there, no placeholder is visible, and the page is rendered. */
async function stands(): Promise<void> {
  await expect.element(page.getByRole('heading', { level: 1 }).first()).toBeInTheDocument();
  await expect.poll(waiting).toEqual([]);
  await settled();
}

/** Opens a page with held-back answers, so that each loading state is rendered, and checks the layout shifts. */
async function openSlowly(address: string, user: User | null, width: 360 | 1280): Promise<string[]> {
  await widen(width, 900);
  const db = mockApi(filled(user));
  answersRest();
  const releases = READS.map((name) => hold(name));
  const shifts = watchShifts();
  openMocked(address, db);
  await settled();
  for (const release of releases) release();
  await stands();
  const { value, moved } = shifts();
  return value <= SHIFT_GOAL ? [] : [`[${width}] layout-shift: ${value.toFixed(3)} ${moved.join(' | ')}`];
}

/** Faults of a page without data: empty lists, or failed requests if `fails`. */
async function withoutData(address: string, user: User | null, fails: boolean): Promise<string[]> {
  const db = mockApi({ user });
  if (fails) for (const name of READS) refuse(name, 'unavailable');
  else answersRest();
  openMocked(address, db);
  await stands();
  const found = await look([360, 1280]);
  return found.map((line) => `${fails ? 'failed' : 'empty'}: ${line}`);
}

/**
 * Checks each page of an area: no layout shift while loading; at four widths nothing clipped, overlapping, too wide or
 * too small to press; no axe violations in both themes; nothing lost in print. Then the same page without data and with
 * failed requests.
 */
export function visits(access: PageAccess): void {
  const user = VIEWERS[access];
  const paths = PAGE_PATHS.filter((path) => PAGES[path].access === access);
  const pages = paths.flatMap((path) => ['', ...(VIEWS[path] ?? [])].map((view) => [path, view] as const));
  it.each(pages)('%s%s', async (path, view) => {
    const address = addressOf(path) + view;
    const shifts = [...(await openSlowly(address, user, 1280)), ...(await openSlowly(address, user, 360))];
    const problems = [...(MOVES.includes(path) ? [] : shifts), ...(await look())];
    if (PRINTED.includes(path)) problems.push(...(await lookAtPaper()));
    if (user !== null) {
      problems.push(...(await withoutData(address, user, false)));
      problems.push(...(await withoutData(address, user, true)));
    }
    await present(1280, 'light');
    expect(problems).toEqual([]);
  });
}
