import type { EventPayload } from '@g2/gateway/contract/events';
import { currentToast, notify } from '../../ui/toast-store.ts';
import { texts as t } from './texts.ts';

type Assigned = EventPayload<'assigned'>;

/** The toast appears QUIET_MS after the last event, but at most MAX_WAIT_MS after the first one (both ms). */
const QUIET_MS = 1_000;
const MAX_WAIT_MS = 4_000;

/** A toast about one or more events: its texts and its link. */
export interface AssignmentToast {
  readonly title: string;
  readonly description: string | undefined;
  readonly label: string;
  readonly href: string;
}

/** One toast for all changes that others made to the user's assignments; null if they cancel out. */
export function assignmentToast(all: readonly Assigned[]): AssignmentToast | null {
  const given = all.filter(({ kind }) => kind === 'given');
  const taken = all.filter(({ kind }) => kind === 'taken');
  const sentences = [sentenceFor(given, t.given, t.manyGiven), sentenceFor(taken, t.taken, t.manyTaken)];
  const [title, description] = sentences.filter((part) => part !== null);
  if (title === undefined) return null;
  const [only] = all.length === 1 ? all : [];
  return only === undefined
    ? { title, description, label: t.mine, href: '/operator?tab=mine' }
    : { title, description, label: t.open, href: `/operator/registrations/${only.id}` };
}

const sentenceFor = (
  of: readonly Assigned[],
  one: (title: string) => string,
  many: (count: number) => string,
): string | null => (of.length > 1 ? many(of.length) : of[0] === undefined ? null : one(of[0].title));

/** Collects events for a few seconds and shows one toast. While it is shown, later events are merged into it. */
export function createAssignmentToasts(go: (href: string) => void) {
  const pending = new Map<string, Assigned>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let first = 0;
  let shown: number | undefined;
  const show = () => {
    timer = undefined;
    // Wait: an error toast about the user's own action has priority.
    if (currentToast()?.tone === 'error') return wait();
    const toast = assignmentToast([...pending.values()]);
    if (toast === null) return pending.clear();
    const { title, description, label, href } = toast;
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
        if (!isShown) pending.clear();
      }
      const before = pending.get(one.id);
      // Given and then taken, or the reverse, cancels out.
      if (before === undefined || before.kind === one.kind) pending.set(one.id, one);
      else pending.delete(one.id);
      if (timer === undefined || Date.now() - first < MAX_WAIT_MS - QUIET_MS) wait();
    },
    stop: () => clearTimeout(timer),
  };
}
