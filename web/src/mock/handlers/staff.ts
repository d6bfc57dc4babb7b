import { AppError } from '@g2/gateway/contract/errors';
import { ANY_WARNING, NO_OPERATOR, type QueueView } from '@g2/gateway/contract/queue';
import { ALLOWED_TRANSITIONS, REGISTRATION_STATUSES, STATUS_NAMES } from '@g2/gateway/contract/status-terms';
import { lateness } from '@g2/gateway/contract/working-days';
import type { CallInput } from '../call.ts';
import type { Account, Db, StoredRegistration } from '../db.ts';
import { hasWords, paginate, sortRows } from '../lists.ts';
import {
  addNote,
  asListed,
  asStaff,
  canResubmit,
  changeStatus,
  processableRegistration,
  targetStatusOf,
  visibleRegistration,
} from '../registrations.ts';
import type { Handlers } from './handler.ts';

const DAY_MS = 86_400_000;

const waitingState = (registration: StoredRegistration, now: Date) =>
  lateness(registration.status, new Date(registration.statusUpdatedAt), now);

function isInView(db: Db, registration: StoredRegistration, view: QueueView, now: Date): boolean {
  switch (view) {
    case 'late':
      return waitingState(registration, now)?.level === 'late';
    case 'resubmitted':
      return (
        registration.status === 'paid' && (registration.paymentPaidAt ?? '') < registration.statusUpdatedAt
      );
    case 'awaiting-client':
      return canResubmit(registration);
    case 'messages':
      return asStaff(db, registration).unreadMessages > 0;
    case 'government':
      return registration.status === 'government_processing' && registration.closure === null;
    case 'closed':
      return registration.closure !== null;
  }
}

const searchedText = (registration: StoredRegistration): string =>
  [
    registration.title,
    registration.holderName,
    registration.description,
    registration.applicantName,
    registration.applicantEmail,
    registration.applicantTaxId,
    registration.applicantTaxId.replace(/\W/g, ''),
    registration.id,
  ].join(' ');

const matchesSearch = (registration: StoredRegistration, search: string): boolean =>
  hasWords(searchedText(registration), search) ||
  (registration.sha256?.startsWith(search.toLowerCase()) ?? false);

export function queueOf(db: Db, query: CallInput<'listQueue'>['query']): StoredRegistration[] {
  const now = new Date(db.now());
  const { status, userId, view, operator, jurisdiction, period, warning, search } = query;
  const assigneeId = query.assigned === true ? db.me.id : operator === NO_OPERATOR ? undefined : operator;
  const since = period === undefined ? '' : new Date(now.getTime() - period * DAY_MS).toISOString();
  const registrations = db.registrations.filter(
    (registration) =>
      (status?.includes(registration.status) ?? true) &&
      (userId === undefined || registration.userId === userId) &&
      (assigneeId === undefined || registration.assignedOperatorId === assigneeId) &&
      (operator !== NO_OPERATOR ||
        (registration.assignedOperatorId === null && waitingState(registration, now) !== null)) &&
      (view === undefined || isInView(db, registration, view, now)) &&
      (jurisdiction === undefined || registration.jurisdiction === jurisdiction) &&
      registration.createdAt >= since &&
      (warning === undefined ||
        registration.contents?.warnings.some(
          (foundWarning) => warning === ANY_WARNING || foundWarning === warning,
        ) === true) &&
      (search === undefined || matchesSearch(registration, search)),
  );
  return sortRows(registrations, query.sort ?? '-createdAt', SORT_KEYS);
}

const SORT_KEYS = {
  createdAt: (registration: StoredRegistration) => registration.createdAt,
  statusUpdatedAt: (registration: StoredRegistration) => registration.statusUpdatedAt,
  title: (registration: StoredRegistration) => registration.title,
  applicantName: (registration: StoredRegistration) => registration.applicantName,
  status: (registration: StoredRegistration) => REGISTRATION_STATUSES.indexOf(registration.status),
  // The key is 0 if the registration waits for no action; else it grows with the waiting time.
  waiting: (registration: StoredRegistration) => {
    const state = waitingState(registration, new Date(registration.statusUpdatedAt));
    return state === null ? 0 : 1 / Date.parse(registration.statusUpdatedAt);
  },
};

const listForStaff = ({ query }: Pick<CallInput<'listQueue'>, 'query'>, db: Db) =>
  paginate(
    queueOf(db, query).map((registration) => ({ ...asListed(asStaff(db, registration)), internalNotes: [] })),
    query,
  );

const activeStaffOf = (db: Db): Account[] =>
  sortRows(
    db.users.filter(({ role, isActive }) => role !== 'client' && isActive),
    'name',
    { name: ({ firstName, lastName }) => `${firstName} ${lastName}` },
  );

const alreadyAssigned = (): AppError =>
  new AppError('already-assigned', {
    message: 'Este registro passou a ser de outra pessoa. Atualize e tente novamente.',
  });

/** Throws if the assignee is neither the signed-in user nor the one that the caller last saw. */
function checkAssignee(db: Db, registration: StoredRegistration, knownAssigneeId: string | null): void {
  const { assignedOperatorId: assigneeId } = registration;
  if (assigneeId !== null && assigneeId !== db.me.id && assigneeId !== knownAssigneeId)
    throw alreadyAssigned();
}

function checkExpectedStatus(registration: StoredRegistration, expected: string | undefined): void {
  if (expected === undefined || expected === registration.status) return;
  throw new AppError('conflict', {
    message: `O status deste registro já mudou para ${STATUS_NAMES[registration.status]}. Atualize e tente novamente.`,
  });
}

function runAction(
  db: Db,
  registration: StoredRegistration,
  body: CallInput<'performOperatorAction'>['body'],
): void {
  const { action, reason, notes, expectedStatus, expectedOperatorId } = body;
  if (action === 'add_notes') {
    const text = [notes, reason].filter(Boolean).join('\n\n');
    const message = 'Notas são obrigatórias';
    if (text === '') throw new AppError('invalid-input', { message, fields: { notes: message } });
    addNote(db, registration.id, text);
    return;
  }
  checkExpectedStatus(registration, expectedStatus);
  if (expectedOperatorId !== undefined) checkAssignee(db, registration, expectedOperatorId);
  const toStatus = targetStatusOf(registration.status, action);
  if (toStatus === undefined) {
    throw new AppError('illegal-transition', {
      message: `Esta ação não é permitida com o status ${STATUS_NAMES[registration.status]}.`,
    });
  }
  for (const keptReason of db.reasons) if (body.reasonIds?.includes(keptReason.id)) keptReason.uses += 1;
  // A status change assigns an unassigned registration to the staff member who makes it.
  registration.assignedOperatorId ??= db.me.id;
  changeStatus(db, registration, toStatus, { changedBy: db.me.id, reason, notes });
}

export const staffHandlers: Handlers = {
  listQueue: listForStaff,
  listAllRegistrations: listForStaff,
  getQueueStats(_input, db) {
    const now = new Date(db.now());
    const openRegistrations = db.registrations.filter(({ closure }) => closure === null);
    const count = (isCounted: (registration: StoredRegistration) => boolean) =>
      openRegistrations.filter(isCounted).length;
    return {
      total: openRegistrations.length,
      closed: db.registrations.length - openRegistrations.length,
      awaitingReview: count(({ status }) => status === 'paid'),
      inReview: count(({ status }) => status === 'reviewing'),
      inGovernmentProcessing: count(({ status }) => status === 'government_processing'),
      late: count((registration) => isInView(db, registration, 'late', now)),
      resubmitted: count((registration) => isInView(db, registration, 'resubmitted', now)),
      awaitingClient: count(canResubmit),
      messages: count((registration) => isInView(db, registration, 'messages', now)),
    };
  },
  listColleagues: ({ query }, db) =>
    paginate(
      activeStaffOf(db).map(({ id }) => db.personOf(id)),
      query,
    ),
  listOperators({ query }, db) {
    const openRegistrations = db.registrations.filter(({ status }) => status !== 'certificate_issued');
    const assignedCount = (id: string) =>
      openRegistrations.filter(({ assignedOperatorId }) => assignedOperatorId === id).length;
    const rows = activeStaffOf(db).map(({ id }) => ({ ...db.personOf(id), assigned: assignedCount(id) }));
    return paginate(
      rows.toSorted((a, b) => b.assigned - a.assigned),
      query,
    );
  },
  getStaffRegistration: ({ params }, db) => asStaff(db, visibleRegistration(db, params.id)),
  getStaffHistory({ params, query }, db) {
    const { id } = visibleRegistration(db, params.id);
    return paginate(
      db.history.filter(({ registrationId }) => registrationId === id),
      query,
    );
  },
  performOperatorAction({ params, body }, db) {
    const registration = processableRegistration(db, params.id);
    runAction(db, registration, body);
    return asStaff(db, registration);
  },
  changeRegistrationStatus({ params, body }, db) {
    const registration = processableRegistration(db, params.id);
    checkExpectedStatus(registration, body.expectedStatus);
    if (!ALLOWED_TRANSITIONS[registration.status].includes(body.status)) {
      const [fromName, toName] = [STATUS_NAMES[registration.status], STATUS_NAMES[body.status]];
      const message =
        registration.status === body.status
          ? `O registro já está com o status ${toName}.`
          : `Não é permitido mudar o status de ${fromName} para ${toName}.`;
      throw new AppError('illegal-transition', { message });
    }
    if (body.status === 'paid' && registration.sha256 === null) {
      throw new AppError('not-payable', {
        message: 'Este registro ainda não tem arquivo e não pode ser marcado como pago.',
      });
    }
    changeStatus(db, registration, body.status, {
      changedBy: db.me.id,
      reason: body.reason,
      notes: body.notes,
    });
    return asStaff(db, registration);
  },
  takeRegistration({ params, body }, db) {
    const registration = processableRegistration(db, params.id);
    checkAssignee(db, registration, body.from ?? null);
    registration.assignedOperatorId = db.me.id;
    return asStaff(db, registration);
  },
  takeNext({ body: { jurisdiction } }, db) {
    const unassigned = db.registrations.filter(
      (registration) =>
        registration.status === 'paid' &&
        registration.assignedOperatorId === null &&
        registration.userId !== db.me.id &&
        (jurisdiction === undefined || registration.jurisdiction === jurisdiction),
    );
    const nextRegistration = sortRows(unassigned, 'statusUpdatedAt', SORT_KEYS)[0];
    if (nextRegistration === undefined) {
      throw new AppError('not-found', { message: 'Nenhum registro pago aguarda sem operador.' });
    }
    nextRegistration.assignedOperatorId = db.me.id;
    return asStaff(db, nextRegistration);
  },
  assignOperator({ params, body: { operatorId, from = null } }, db) {
    const registration = visibleRegistration(db, params.id);
    const { assignedOperatorId: assigneeId } = registration;
    const message = 'Selecione um operador ativo';
    if (!activeStaffOf(db).some(({ id }) => id === operatorId)) {
      throw new AppError('invalid-input', { message, fields: { operatorId: message } });
    }
    if (assigneeId !== null && from === null) throw new AppError('already-assigned');
    if (registration.userId === operatorId) throw new AppError('own-registration');
    if (assigneeId !== null && assigneeId !== operatorId && assigneeId !== from) throw alreadyAssigned();
    registration.assignedOperatorId = operatorId;
    return asStaff(db, registration);
  },
  unassignOperator({ params, query: { from } }, db) {
    const registration = visibleRegistration(db, params.id);
    if (registration.assignedOperatorId === null) {
      throw new AppError('conflict', { message: 'Este registro não tem operador atribuído.' });
    }
    if (from !== undefined && from !== registration.assignedOperatorId) throw alreadyAssigned();
    registration.assignedOperatorId = null;
    return asStaff(db, registration);
  },
};
