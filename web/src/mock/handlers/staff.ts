import { AppError } from '@g2/gateway/contract/errors';
import { ANY_WARNING, NO_OPERATOR, type QueueView } from '@g2/gateway/contract/queue';
import { ALLOWED_TRANSITIONS, REGISTRATION_STATUSES, STATUS_NAMES } from '@g2/gateway/contract/statuses';
import { lateness } from '@g2/gateway/contract/working-days';
import type { CallInput } from '../call.ts';
import type { Account, Db, StoredRegistration } from '../db.ts';
import { hasWords, paged, sorted } from '../lists.ts';
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

const waitingState = (row: StoredRegistration, now: Date) =>
  lateness(row.status, new Date(row.statusUpdatedAt), now);

function isInView(db: Db, row: StoredRegistration, view: QueueView, now: Date): boolean {
  switch (view) {
    case 'late':
      return waitingState(row, now)?.level === 'late';
    case 'resubmitted':
      return row.status === 'paid' && (row.paymentPaidAt ?? '') < row.statusUpdatedAt;
    case 'awaiting-client':
      return canResubmit(row);
    case 'messages':
      return asStaff(db, row).unreadMessages > 0;
    case 'government':
      return row.status === 'government_processing' && row.closure === null;
    case 'closed':
      return row.closure !== null;
  }
}

const searchedText = (row: StoredRegistration): string =>
  [
    row.title,
    row.holderName,
    row.description,
    row.applicantName,
    row.applicantEmail,
    row.applicantTaxId,
    row.applicantTaxId.replace(/\W/g, ''),
    row.id,
  ].join(' ');

const isFound = (row: StoredRegistration, search: string): boolean =>
  hasWords(searchedText(row), search) || (row.sha256?.startsWith(search.toLowerCase()) ?? false);

export function queueOf(db: Db, query: CallInput<'listQueue'>['query']): StoredRegistration[] {
  const now = new Date(db.now());
  const { status, userId, view, operator, jurisdiction, period, warning, search } = query;
  const worker = query.assigned === true ? db.me.id : operator === NO_OPERATOR ? undefined : operator;
  const since = period === undefined ? '' : new Date(now.getTime() - period * DAY_MS).toISOString();
  const found = db.registrations.filter(
    (row) =>
      (status?.includes(row.status) ?? true) &&
      (userId === undefined || row.userId === userId) &&
      (worker === undefined || row.assignedOperatorId === worker) &&
      (operator !== NO_OPERATOR || (row.assignedOperatorId === null && waitingState(row, now) !== null)) &&
      (view === undefined || isInView(db, row, view, now)) &&
      (jurisdiction === undefined || row.jurisdiction === jurisdiction) &&
      row.createdAt >= since &&
      (warning === undefined ||
        row.contents?.warnings.some((one) => warning === ANY_WARNING || one === warning) === true) &&
      (search === undefined || isFound(row, search)),
  );
  return sorted(found, query.sort ?? '-createdAt', SORT_KEYS);
}

const SORT_KEYS = {
  createdAt: (row: StoredRegistration) => row.createdAt,
  statusUpdatedAt: (row: StoredRegistration) => row.statusUpdatedAt,
  title: (row: StoredRegistration) => row.title,
  applicantName: (row: StoredRegistration) => row.applicantName,
  status: (row: StoredRegistration) => REGISTRATION_STATUSES.indexOf(row.status),
  // Sort key: 0 if the registration waits for no action, else larger the longer it waits.
  waiting: (row: StoredRegistration) =>
    waitingState(row, new Date(row.statusUpdatedAt)) === null ? 0 : 1 / Date.parse(row.statusUpdatedAt),
};

const listForStaff = ({ query }: Pick<CallInput<'listQueue'>, 'query'>, db: Db) =>
  paged(
    queueOf(db, query).map((row) => ({ ...asListed(asStaff(db, row)), internalNotes: [] })),
    query,
  );

const activeStaffOf = (db: Db): Account[] =>
  sorted(
    db.users.filter(({ role, isActive }) => role !== 'client' && isActive),
    'name',
    { name: ({ firstName, lastName }) => `${firstName} ${lastName}` },
  );

const alreadyAssigned = (): AppError =>
  new AppError('already-assigned', {
    message: 'Este registro passou a ser de outra pessoa. Atualize e tente novamente.',
  });

/** Checks that the assignee is none, the caller or `from`. @param from the assignee on the screen; null for none */
function checkAssignee(db: Db, row: StoredRegistration, from: string | null): void {
  const { assignedOperatorId: holder } = row;
  if (holder !== null && holder !== db.me.id && holder !== from) throw alreadyAssigned();
}

function checkExpected(row: StoredRegistration, expected: string | undefined): void {
  if (expected === undefined || expected === row.status) return;
  throw new AppError('conflict', {
    message: `O status deste registro já mudou para ${STATUS_NAMES[row.status]}. Atualize e tente novamente.`,
  });
}

function runAction(db: Db, row: StoredRegistration, body: CallInput<'performOperatorAction'>['body']): void {
  const { action, reason, notes, expectedStatus, expectedOperatorId } = body;
  if (action === 'add_notes') {
    const text = [notes, reason].filter(Boolean).join('\n\n');
    const message = 'Notas são obrigatórias';
    if (text === '') throw new AppError('invalid-input', { message, fields: { notes: message } });
    addNote(db, row.id, text);
    return;
  }
  checkExpected(row, expectedStatus);
  if (expectedOperatorId !== undefined) checkAssignee(db, row, expectedOperatorId);
  const to = targetStatusOf(row.status, action);
  if (to === undefined) {
    throw new AppError('illegal-transition', {
      message: `Esta ação não é permitida com o status ${STATUS_NAMES[row.status]}.`,
    });
  }
  for (const reasonOf of db.reasons) if (body.reasonIds?.includes(reasonOf.id)) reasonOf.uses += 1;
  // A status change assigns an unassigned registration to the staff member who makes it.
  row.assignedOperatorId ??= db.me.id;
  changeStatus(db, row, to, { by: db.me.id, reason, notes });
}

export const staffHandlers: Handlers = {
  listQueue: listForStaff,
  listAllRegistrations: listForStaff,
  getQueueStats(_asked, db) {
    const now = new Date(db.now());
    const open = db.registrations.filter(({ closure }) => closure === null);
    const count = (is: (row: StoredRegistration) => boolean) => open.filter(is).length;
    return {
      total: open.length,
      closed: db.registrations.length - open.length,
      awaitingReview: count(({ status }) => status === 'paid'),
      inReview: count(({ status }) => status === 'reviewing'),
      inGovernmentProcessing: count(({ status }) => status === 'government_processing'),
      late: count((row) => isInView(db, row, 'late', now)),
      resubmitted: count((row) => isInView(db, row, 'resubmitted', now)),
      awaitingClient: count(canResubmit),
      messages: count((row) => isInView(db, row, 'messages', now)),
    };
  },
  listColleagues: ({ query }, db) =>
    paged(
      activeStaffOf(db).map(({ id }) => db.person(id)),
      query,
    ),
  listOperators({ query }, db) {
    const open = db.registrations.filter(({ status }) => status !== 'certificate_issued');
    const assigned = (id: string) => open.filter((row) => row.assignedOperatorId === id).length;
    const rows = activeStaffOf(db).map(({ id }) => ({ ...db.person(id), assigned: assigned(id) }));
    return paged(
      rows.toSorted((a, b) => b.assigned - a.assigned),
      query,
    );
  },
  getStaffRegistration: ({ params }, db) => asStaff(db, visibleRegistration(db, params.id)),
  getStaffHistory({ params, query }, db) {
    const { id } = visibleRegistration(db, params.id);
    return paged(
      db.history.filter(({ registrationId }) => registrationId === id),
      query,
    );
  },
  performOperatorAction({ params, body }, db) {
    const row = processableRegistration(db, params.id);
    runAction(db, row, body);
    return asStaff(db, row);
  },
  changeRegistrationStatus({ params, body }, db) {
    const row = processableRegistration(db, params.id);
    checkExpected(row, body.expectedStatus);
    if (!ALLOWED_TRANSITIONS[row.status].includes(body.status)) {
      const [from, to] = [STATUS_NAMES[row.status], STATUS_NAMES[body.status]];
      const message =
        row.status === body.status
          ? `O registro já está com o status ${to}.`
          : `Não é permitido mudar o status de ${from} para ${to}.`;
      throw new AppError('illegal-transition', { message });
    }
    if (body.status === 'paid' && row.sha256 === null) {
      throw new AppError('not-payable', {
        message: 'Este registro ainda não tem arquivo e não pode ser marcado como pago.',
      });
    }
    changeStatus(db, row, body.status, { by: db.me.id, reason: body.reason, notes: body.notes });
    return asStaff(db, row);
  },
  takeRegistration({ params, body }, db) {
    const row = processableRegistration(db, params.id);
    checkAssignee(db, row, body.from ?? null);
    row.assignedOperatorId = db.me.id;
    return asStaff(db, row);
  },
  takeNext({ body: { jurisdiction } }, db) {
    const free = db.registrations.filter(
      (row) =>
        row.status === 'paid' &&
        row.assignedOperatorId === null &&
        row.userId !== db.me.id &&
        (jurisdiction === undefined || row.jurisdiction === jurisdiction),
    );
    const next = sorted(free, 'statusUpdatedAt', SORT_KEYS)[0];
    if (next === undefined) {
      throw new AppError('not-found', { message: 'Nenhum registro pago aguarda sem operador.' });
    }
    next.assignedOperatorId = db.me.id;
    return asStaff(db, next);
  },
  assignOperator({ params, body: { operatorId, from = null } }, db) {
    const row = visibleRegistration(db, params.id);
    const { assignedOperatorId: holder } = row;
    const message = 'Selecione um operador ativo';
    if (!activeStaffOf(db).some(({ id }) => id === operatorId)) {
      throw new AppError('invalid-input', { message, fields: { operatorId: message } });
    }
    if (holder !== null && from === null) throw new AppError('already-assigned');
    if (row.userId === operatorId) throw new AppError('own-registration');
    if (holder !== null && holder !== operatorId && holder !== from) throw alreadyAssigned();
    row.assignedOperatorId = operatorId;
    return asStaff(db, row);
  },
  unassignOperator({ params, query: { from } }, db) {
    const row = visibleRegistration(db, params.id);
    if (row.assignedOperatorId === null) {
      throw new AppError('conflict', { message: 'Este registro não tem operador atribuído.' });
    }
    if (from !== undefined && from !== row.assignedOperatorId) throw alreadyAssigned();
    row.assignedOperatorId = null;
    return asStaff(db, row);
  },
};
