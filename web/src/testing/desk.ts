import type { HistoryEntry, OperatorActionBody, StaffRegistration } from '@g2/gateway/contract/registrations';
import { actionsAt, type RegistrationStatus } from '@g2/gateway/contract/status-terms';
import type { User } from '@g2/gateway/contract/users';
import { page } from 'vitest/browser';
import { tell } from './events.ts';
import { anEvidence, aStaffRegistration, aUser, pageOf, queueStatsOf } from './records.ts';
import { answer, callsOf, throwRefusal } from './server.ts';

export const operator = aUser({ role: 'operator', firstName: 'Otávia', lastName: 'Prado' });
export const paula = aUser({ role: 'operator', firstName: 'Paula', lastName: 'Lima' });

export const aQueueRegistration = (
  title: string,
  status: RegistrationStatus,
  changes: Partial<StaffRegistration> = {},
) => aStaffRegistration({ title, status, allowedActions: actionsAt(status), ...changes });

/** Fields of a registration that is assigned to the given staff member. */
export const assignedTo = ({ id, firstName, lastName }: User): Partial<StaffRegistration> => ({
  assignedOperatorId: id,
  assignedOperator: { id, firstName: firstName ?? '', lastName: lastName ?? '' },
});

type ActionInput = Pick<OperatorActionBody, 'action'> & Partial<OperatorActionBody>;

/** Fake server state of the operators' queue, which changes with each operator action. */
export class Desk {
  #registrations: StaffRegistration[];
  readonly #history = new Map<string, HistoryEntry[]>();

  constructor(...registrations: StaffRegistration[]) {
    this.#registrations = registrations;
    answer('getQueueStats', () => this.#stats());
    answer('listQueue', ({ query }) => {
      const matching = this.#registrations
        .filter(({ status }) => query.status === undefined || query.status.includes(status))
        .filter(({ assignedOperatorId }) => query.assigned !== true || assignedOperatorId === operator.id)
        .filter(({ title }) => title.toLowerCase().includes((query.search ?? '').toLowerCase()));
      const start = (query.page - 1) * query.limit;
      const sorted = sortedBy(matching, query.sort ?? '');
      return pageOf(sorted.slice(start, start + query.limit), query.limit, matching.length, query.page);
    });
    answer('listColleagues', pageOf([], 100));
    answer('listReasons', pageOf([], 100));
    answer('getStaffRegistration', ({ params }) => this.get(params.id));
    answer('getStaffHistory', ({ params }) => pageOf(this.historyOf(params.id), 100));
    answer('listStaffHolders', pageOf([], 100));
    answer('getEvidence', anEvidence());
    answer('performOperatorAction', ({ params, body }) => this.performAction(params.id, body));
  }

  get(id: string): StaffRegistration {
    return this.#registrations.find((registration) => registration.id === id) ?? throwRefusal('not-found');
  }

  historyOf = (id: string): HistoryEntry[] => this.#history.get(id) ?? [];

  change(id: string, changes: Partial<StaffRegistration>): StaffRegistration {
    const changed = { ...this.get(id), ...changes };
    this.#registrations = this.#registrations.map((item) => (item.id === id ? changed : item));
    return changed;
  }

  /** Executes an operator action, as the signed-in operator or as a colleague. */
  performAction(id: string, input: ActionInput, user: User = operator): StaffRegistration {
    const { action, reason = null, notes = null, expectedStatus } = input;
    const registration = this.get(id);
    if (expectedStatus !== undefined && expectedStatus !== registration.status) throwRefusal('conflict');
    const now = new Date().toISOString();
    const author = `${user.firstName} ${user.lastName}`;
    const note = { id: crypto.randomUUID(), text: notes ?? '', authorName: author, createdAt: now };
    const internalNotes = notes ? [...registration.internalNotes, note] : registration.internalNotes;
    const noteFields = { internalNotes, internalNoteCount: internalNotes.length };
    const status = statusAfter(registration.status, action);
    if (status === null) return this.change(id, noteFields);
    const entry: HistoryEntry = {
      id: crypto.randomUUID(),
      registrationId: id,
      fromStatus: registration.status,
      toStatus: status,
      changedBy: user.id,
      changedByName: author,
      reason: reason || null,
      notes,
      createdAt: now,
    };
    this.#history.set(id, [...this.historyOf(id), entry]);
    return this.change(id, {
      ...noteFields,
      status,
      statusUpdatedAt: now,
      allowedActions: actionsAt(status),
    });
  }

  /** Executes an operator action as a colleague, and sends the event to the open screens. */
  performActionAsPaula(id: string, input: ActionInput): void {
    this.performAction(id, input, paula);
    tell('queue', { id });
  }

  #stats() {
    const count = (counted: RegistrationStatus) =>
      this.#registrations.filter(({ status }) => status === counted).length;
    return queueStatsOf({
      total: this.#registrations.length,
      awaitingReview: count('paid'),
      inReview: count('reviewing'),
      inGovernmentProcessing: count('government_processing'),
    });
  }
}

function statusAfter(status: RegistrationStatus, action: ActionInput['action']): RegistrationStatus | null {
  if (action === 'add_notes') return null;
  if (action === 'request_corrections') return 'submitted';
  return status === 'paid' ? 'reviewing' : 'government_processing';
}

function sortedBy(registrations: StaffRegistration[], sort: string): StaffRegistration[] {
  const key = sort.replace(/^-/, '');
  const textOf = (registration: StaffRegistration) => {
    const fields = new Map<string, string | number>(
      Object.entries(registration) as [string, string | number][],
    );
    return `${fields.get(key) ?? ''}`;
  };
  const sorted = registrations.toSorted((a, b) => textOf(a).localeCompare(textOf(b)));
  return sort.startsWith('-') ? sorted.toReversed() : sorted;
}

export const row = (title: string) => page.getByRole('row').filter({ hasText: title });
/** The panel beside the queue with the open registration. */
export const panel = (title?: string) =>
  page.getByRole('complementary', title === undefined ? {} : { name: title });
export const queueTitles = (): string[] =>
  [...document.querySelectorAll('tbody tr')].map(
    (tableRow) =>
      tableRow.querySelector('a[aria-label^="Ver Detalhes: "]')?.getAttribute('aria-label')?.slice(14) ?? '',
  );
/** Query parameters of the latest request for the rows of the queue. */
export const lastQuery = () => callsOf('listQueue').findLast(({ query }) => query.limit > 1)?.query;
/** The operator actions that the page has sent, oldest first. */
export const sentActions = () =>
  callsOf('performOperatorAction').map(({ params, body }) => ({ id: params.id, ...body }));
