import type { EventPayload } from '@g2/gateway/contract/events';
import { currentToast, notify } from '../../ui/toast-store.ts';
import { texts as t } from './texts.ts';

type AssignmentEvent = EventPayload<'assigned'>;

/** The toast appears QUIET_MS after the last event, but at most MAX_WAIT_MS after the first event. */
const QUIET_MS = 1_000;
const MAX_WAIT_MS = 4_000;

/** Texts and link of a toast about one or more assignment events. */
export interface AssignmentToast {
  readonly title: string;
  readonly description: string | undefined;
  readonly label: string;
  readonly href: string;
}

/** The toast that reports these events; null if there are none. */
export function assignmentToast(events: readonly AssignmentEvent[]): AssignmentToast | null {
  const assigned = events.filter(({ kind }) => kind === 'given');
  const unassigned = events.filter(({ kind }) => kind === 'taken');
  const sentences = [
    sentenceFor(assigned, t.assignedOne, t.assignedMany),
    sentenceFor(unassigned, t.unassignedOne, t.unassignedMany),
  ];
  const [title, description] = sentences.filter((part) => part !== null);
  if (title === undefined) return null;
  const onlyEvent = events.length === 1 ? events[0] : undefined;
  return onlyEvent === undefined
    ? { title, description, label: t.ownRegistrations, href: '/operator?tab=mine' }
    : { title, description, label: t.openRegistration, href: `/operator/registrations/${onlyEvent.id}` };
}

const sentenceFor = (
  events: readonly AssignmentEvent[],
  textForOne: (title: string) => string,
  textForMany: (count: number) => string,
): string | null => {
  const [firstEvent] = events;
  if (firstEvent === undefined) return null;
  return events.length > 1 ? textForMany(events.length) : textForOne(firstEvent.title);
};

/** Collects events for a few seconds and shows one toast. While it is shown, later events are merged into it. */
export function createAssignmentToasts(navigate: (href: string) => void) {
  const collectedEvents = new Map<string, AssignmentEvent>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let firstEventAt = 0;
  let shownToastId: number | undefined;
  const show = () => {
    timer = undefined;
    // An error toast has priority: wait until it has closed.
    if (currentToast()?.tone === 'error') return restartTimer();
    const toast = assignmentToast([...collectedEvents.values()]);
    if (toast === null) return collectedEvents.clear();
    const { title, description, label, href } = toast;
    notify.success(title, description, { label, href, follow: () => navigate(href) });
    shownToastId = currentToast()?.id;
  };
  const restartTimer = () => {
    clearTimeout(timer);
    timer = setTimeout(show, QUIET_MS);
  };
  return {
    add(event: AssignmentEvent): void {
      const isShown = shownToastId !== undefined && currentToast()?.id === shownToastId;
      if (timer === undefined) {
        firstEventAt = Date.now();
        if (!isShown) collectedEvents.clear();
      }
      const earlierEvent = collectedEvents.get(event.id);
      // An assignment and its removal cancel each other out.
      const cancelsEarlierEvent = earlierEvent !== undefined && earlierEvent.kind !== event.kind;
      if (cancelsEarlierEvent) collectedEvents.delete(event.id);
      else collectedEvents.set(event.id, event);
      if (timer === undefined || Date.now() - firstEventAt < MAX_WAIT_MS - QUIET_MS) restartTimer();
    },
    stop: () => clearTimeout(timer),
  };
}
