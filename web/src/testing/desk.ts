import type { HistoryEntry, OperatorActionBody, StaffRegistration } from '@g2/gateway/contract/registrations';
import { actionsAt, type RegistrationStatus } from '@g2/gateway/contract/statuses';
import type { User } from '@g2/gateway/contract/users';
import { page } from 'vitest/browser';
import { tell } from './events.ts';
import { anEvidence, aStaffRegistration, aUser, pageOf, queueStatsOf } from './records.ts';
import { answer, callsOf, refused } from './server.ts';

export const operator = aUser({ role: 'operator', firstName: 'Otávia', lastName: 'Prado' });
export const paula = aUser({ role: 'operator', firstName: 'Paula', lastName: 'Lima' });

export const aRecord = (
  title: string,
  status: RegistrationStatus,
  changes: Partial<StaffRegistration> = {},
) => aStaffRegistration({ title, status, allowedActions: actionsAt(status), ...changes });

/** Fields of a registration that is assigned to the given staff member. */
export const assignedTo = ({ id, firstName, lastName }: User): Partial<StaffRegistration> => ({
  assignedOperatorId: id,
  assignedOperator: { id, firstName: firstName ?? '', lastName: lastName ?? '' },
});

type Step = Pick<OperatorActionBody, 'action'> & Partial<OperatorActionBody>;

/** Fake server state of the operators' queue, which changes with each operator action. */
export class Desk {
  #records: StaffRegistration[];
  readonly #history = new Map<string, HistoryEntry[]>();

  constructor(...records: StaffRegistration[]) {
    this.#records = records;
    answer('getQueueStats', () => this.#stats());
    answer('listQueue', ({ query }) => {
      const found = this.#records
        .filter(({ status }) => query.status === undefined || query.status.includes(status))
        .filter((one) => query.assigned !== true || one.assignedOperatorId === operator.id)
        .filter(({ title }) => title.toLowerCase().includes((query.search ?? '').toLowerCase()));
      const start = (query.page - 1) * query.limit;
      const sorted = sortedBy(found, query.sort ?? '');
      return pageOf(sorted.slice(start, start + query.limit), query.limit, found.length, query.page);
    });
    answer('listColleagues', pageOf([], 100));
    answer('listReasons', pageOf([], 100));
    answer('getStaffRegistration', ({ params }) => this.get(params.id));
    answer('getStaffHistory', ({ params }) => pageOf(this.historyOf(params.id), 100));
    answer('listStaffHolders', pageOf([], 100));
    answer('getEvidence', anEvidence());
    answer('performOperatorAction', ({ params, body }) => this.act(params.id, body));
  }

  get(id: string): StaffRegistration {
    return this.#records.find((one) => one.id === id) ?? refused('not-found');
  }

  historyOf = (id: string): HistoryEntry[] => this.#history.get(id) ?? [];

  change(id: string, changes: Partial<StaffRegistration>): StaffRegistration {
    const changed = { ...this.get(id), ...changes };
    this.#records = this.#records.map((one) => (one.id === id ? changed : one));
    return changed;
  }

  /** Executes an operator action, as the signed-in operator or as a colleague. */
  act(id: string, step: Step, by: User = operator): StaffRegistration {
    const { action, reason = null, notes = null, expectedStatus } = step;
    const before = this.get(id);
    if (expectedStatus !== undefined && expectedStatus !== before.status) refused('conflict');
    const at = new Date().toISOString();
    const author = `${by.firstName} ${by.lastName}`;
    const note = { id: crypto.randomUUID(), text: notes ?? '', authorName: author, createdAt: at };
    const internalNotes = notes ? [...before.internalNotes, note] : before.internalNotes;
    const noted = { internalNotes, internalNoteCount: internalNotes.length };
    const status = statusAfter(before.status, action);
    if (status === null) return this.change(id, noted);
    const entry: HistoryEntry = {
      id: crypto.randomUUID(),
      registrationId: id,
      fromStatus: before.status,
      toStatus: status,
      changedBy: by.id,
      changedByName: author,
      reason: reason || null,
      notes,
      createdAt: at,
    };
    this.#history.set(id, [...this.historyOf(id), entry]);
    return this.change(id, { ...noted, status, statusUpdatedAt: at, allowedActions: actionsAt(status) });
  }

  /** Executes an operator action as a colleague, and sends the event to the open screens. */
  actAsPaula(id: string, step: Step): void {
    this.act(id, step, paula);
    tell('queue', { id });
  }

  #stats() {
    const count = (status: RegistrationStatus) => this.#records.filter((one) => one.status === status).length;
    return queueStatsOf({
      total: this.#records.length,
      awaitingReview: count('paid'),
      inReview: count('reviewing'),
      inGovernmentProcessing: count('government_processing'),
    });
  }
}

function statusAfter(status: RegistrationStatus, action: Step['action']): RegistrationStatus | null {
  if (action === 'add_notes') return null;
  if (action === 'request_corrections') return 'submitted';
  return status === 'paid' ? 'reviewing' : 'government_processing';
}

function sortedBy(records: StaffRegistration[], sort: string): StaffRegistration[] {
  const key = sort.replace(/^-/, '');
  const textOf = (one: StaffRegistration) =>
    `${new Map<string, string | number>(Object.entries(one) as [string, string | number][]).get(key) ?? ''}`;
  const sorted = records.toSorted((a, b) => textOf(a).localeCompare(textOf(b)));
  return sort.startsWith('-') ? sorted.toReversed() : sorted;
}

export const row = (title: string) => page.getByRole('row').filter({ hasText: title });
/** The panel beside the queue with the open registration. */
export const panel = (title?: string) =>
  page.getByRole('complementary', title === undefined ? {} : { name: title });
export const titles = (): string[] =>
  [...document.querySelectorAll('tbody tr')].map(
    (one) =>
      one.querySelector('a[aria-label^="Ver Detalhes: "]')?.getAttribute('aria-label')?.slice(14) ?? '',
  );
/** The query of the latest request for the list. */
export const lastQuery = () => callsOf('listQueue').findLast(({ query }) => query.limit > 1)?.query;
/** The actions that the page has sent. */
export const sentActions = () =>
  callsOf('performOperatorAction').map(({ params, body }) => ({ id: params.id, ...body }));
