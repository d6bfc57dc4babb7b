import type { EventPayload } from '@g2/gateway/contract/events';
import { currentToast, notify } from '../../ui/toast-store.ts';
import { texts as t } from './texts.ts';

type Assigned = EventPayload<'assigned'>;

/** What comes within so long of the last is told with it, ms; and within so long of the first, the last may be late. */
const QUIET_MS = 1_000;
const LONGEST_MS = 4_000;

/** What is told of several: a sentence or two, and where it leads. */
export interface News {
  readonly title: string;
  readonly description: string | undefined;
  readonly label: string;
  readonly href: string;
}

/** What others made of one's assignments, in one toast; null where it came to nothing. */
export function newsOf(all: readonly Assigned[]): News | null {
  const given = all.filter(({ kind }) => kind === 'given');
  const taken = all.filter(({ kind }) => kind === 'taken');
  const said = [sentence(given, t.given, t.manyGiven), sentence(taken, t.taken, t.manyTaken)];
  const [title, description] = said.filter((part) => part !== null);
  if (title === undefined) return null;
  const [only] = all.length === 1 ? all : [];
  return only === undefined
    ? { title, description, label: t.mine, href: '/operator?tab=mine' }
    : { title, description, label: t.open, href: `/operator/registrations/${only.id}` };
}

const sentence = (
  of: readonly Assigned[],
  one: (title: string) => string,
  many: (count: number) => string,
): string | null => (of.length > 1 ? many(of.length) : of[0] === undefined ? null : one(of[0].title));

/** Gathers what is said within a few seconds, and tells it together; what is still shown is told anew with what follows. */
export function createAssignedNews(go: (href: string) => void) {
  const gathered = new Map<string, Assigned>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let first = 0;
  let shown: number | undefined;
  const show = () => {
    timer = undefined;
    // What a person did, and failed, comes before what others do.
    if (currentToast()?.tone === 'error') return wait();
    const news = newsOf([...gathered.values()]);
    if (news === null) return gathered.clear();
    const { title, description, label, href } = news;
    notify.success(title, description, { label, href, follow: () => go(href) });
    shown = currentToast()?.id;
  };
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(show, QUIET_MS);
  };
  return {
    add(one: Assigned): void {
      const isShown = shown !== undefined && currentToast()?.id === shown;
      if (timer === undefined) {
        first = Date.now();
        if (!isShown) gathered.clear();
      }
      const before = gathered.get(one.id);
      // Given and taken again, or the other way round, is nothing.
      if (before === undefined || before.kind === one.kind) gathered.set(one.id, one);
      else gathered.delete(one.id);
      if (timer === undefined || Date.now() - first < LONGEST_MS - QUIET_MS) wait();
    },
    stop: () => clearTimeout(timer),
  };
}
