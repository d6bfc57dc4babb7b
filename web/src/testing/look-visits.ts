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

/** Pages with more than one view, which the address names. */
const VIEWS: Readonly<Record<string, readonly string[]>> = {
  '/auth': ['?conta=nova', '?erro=forbidden'],
  '/register': ['?step=basic', `?id=${record.id}&step=holders`],
  '/dashboard': ['?view=rows'],
  '/admin': ['users', 'registrations', 'analytics', 'status', 'credits'].map((tab) => `?tab=${tab}`),
};
/** What people print or keep as a PDF: what they read, what proves something, what they paid. */
const PRINTED: readonly string[] = [
  '/',
  '/versoes',
  '/help',
  '/termos',
  '/privacidade',
  '/verificar',
  '/verificar/:number',
  '/dashboard',
  '/recibos',
  '/registros/:id',
  '/operator/registrations/:id/dossie',
];
/** Cumulative layout shift that no page may pass ("good" ends at 0.1). */
const SHIFT_GOAL = 0.05;
/** Pages whose parts still push each other down while they come. */
const MOVES: readonly string[] = ['/recibos', '/profile/tokens', '/admin/users/:id'];
const WAITING = '[role="status"][aria-label="Carregando"], .mantine-Skeleton-root[data-visible]';

function addressOf(path: string): string {
  if (path.startsWith('/verificar')) return path.replace(':number', NUMBER);
  const id = path.startsWith('/admin/users') ? client.id : record.id;
  return path.replace(':id', id).replace(':number', CONTACT);
}

/** What is still to come on the screen; below it a part may wait until it is scrolled to. */
const waiting = (): Element[] =>
  [...document.querySelectorAll(WAITING)].filter(
    (one) => one.getBoundingClientRect().top < window.innerHeight,
  );

/** The heading is there, nothing waits, all is drawn. */
async function stands(): Promise<void> {
  await expect.element(page.getByRole('heading', { level: 1 }).first()).toBeInTheDocument();
  await expect.poll(waiting).toEqual([]);
  await settled();
}

/** Opens an address so slowly that each state of it is drawn, and sums what moves meanwhile. */
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

/** What is wrong with a page that has nothing to show, or whose data cannot be read. */
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
 * One visit of each page of an area: while it is filled nothing moves; at four widths nothing is cut off, overlaps, is
 * wider than the page or too small to press; axe finds nothing, in the dark too; nothing is lost on paper. Then the same
 * page empty, and without an answer.
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
