import { AppError } from '@g2/gateway/contract/errors';
import type { Registration, StaffRegistration } from '@g2/gateway/contract/registrations';
import {
  ALLOWED_TRANSITIONS,
  actionsAt,
  type OperatorAction,
  type RegistrationStatus,
} from '@g2/gateway/contract/statuses';
import type { Db, StoredRegistration } from './db.ts';

/** Reason that the owner sees when staff requested corrections without giving one. */
const DEFAULT_CORRECTION_REASON = 'Correções solicitadas pela equipe';

const notFound = (): AppError => new AppError('not-found', { message: 'Registro não encontrado' });

/** A registration that the signed-in user may see. @throws AppError not-found */
export function visibleRegistration(db: Db, id: string): StoredRegistration {
  const found = db.registrations.find((one) => one.id === id);
  if (found === undefined || (found.userId !== db.me.id && !db.isStaff)) throw notFound();
  return found;
}

/** A registration of the signed-in user. @throws AppError not-found, forbidden for staff */
export function ownRegistration(db: Db, id: string): StoredRegistration {
  const found = visibleRegistration(db, id);
  if (found.userId !== db.me.id) throw new AppError('forbidden');
  return found;
}

/** A registration that its owner may edit. @throws AppError not-editable unless its status is submitted */
export function editableRegistration(db: Db, id: string): StoredRegistration {
  const own = ownRegistration(db, id);
  if (own.status !== 'submitted') throw new AppError('not-editable');
  return own;
}

/** A registration that staff may process; never their own. @throws AppError not-found, own-registration */
export function processableRegistration(db: Db, id: string): StoredRegistration {
  const found = visibleRegistration(db, id);
  if (found.userId === db.me.id) throw new AppError('own-registration');
  return found;
}

export const canPay = ({ status, sha256, paymentPaidAt }: StoredRegistration): boolean =>
  status === 'submitted' && sha256 !== null && paymentPaidAt === null;
export const canResubmit = ({ status, paymentPaidAt }: StoredRegistration): boolean =>
  status === 'submitted' && paymentPaidAt !== null;

/** Target status of a staff action; undefined if not allowed. `approve` takes the first allowed transition. */
export function targetStatusOf(
  status: RegistrationStatus,
  action: OperatorAction,
): RegistrationStatus | undefined {
  if (!actionsAt(status).includes(action)) return undefined;
  return action === 'approve' ? ALLOWED_TRANSITIONS[status][0] : 'submitted';
}

interface StatusChange {
  readonly by: string | null;
  readonly reason?: string | null | undefined;
  readonly notes?: string | null | undefined;
}

/** Changes the status and adds the dates, history entry and note that belong to the change. */
export function changeStatus(
  db: Db,
  row: StoredRegistration,
  to: RegistrationStatus,
  { by, reason = null, notes = null }: StatusChange,
): void {
  const now = db.now();
  const why = to === 'submitted' ? (reason ?? DEFAULT_CORRECTION_REASON) : reason;
  const fromStatus = row.status;
  Object.assign(row, {
    status: to,
    statusUpdatedAt: now,
    statusUpdatedBy: by,
    correctionReason: to === 'submitted' ? why : null,
    changedSinceCorrection: false,
    correctionsAskedAt:
      to === 'submitted' ? now : ['paid', 'reviewing'].includes(to) ? row.correctionsAskedAt : null,
    paymentPaidAt: to === 'paid' ? (row.paymentPaidAt ?? now) : row.paymentPaidAt,
    governmentSubmittedAt: to === 'government_processing' ? now : row.governmentSubmittedAt,
    certificateIssuedAt: to === 'certificate_issued' ? now : row.certificateIssuedAt,
  } satisfies Partial<StoredRegistration>);
  addHistoryEntry(db, row, { fromStatus, by, reason: why, notes });
  if (notes !== null && by !== null) addNote(db, row.id, notes);
}

/** Appends an entry to the status history of a registration. */
export function addHistoryEntry(
  db: Db,
  { id, status }: StoredRegistration,
  { fromStatus, by, reason = null, notes = null }: StatusChange & { fromStatus: RegistrationStatus | null },
): void {
  db.history.push({
    id: db.nextId(),
    registrationId: id,
    fromStatus,
    toStatus: status,
    changedBy: by,
    changedByName: db.nameOf(by),
    reason,
    notes,
    createdAt: db.now(),
  });
}

export function addNote(db: Db, registrationId: string, text: string): void {
  const authorName = db.nameOf(db.me.id) ?? '';
  db.notes.push({ id: db.nextId(), registrationId, text, authorName, createdAt: db.now() });
}

const unreadCount = (db: Db, row: StoredRegistration): number => {
  const side = row.userId === db.me.id ? 'client' : 'staff';
  const thread = db.messages.filter((one) => one.registrationId === row.id);
  if (thread.length === 0) return row.unreadMessages;
  const received = thread.filter((one) => one.side !== side).length;
  return Math.max(0, received - (db.readCounts.get(`${row.id} ${side}`) ?? 0));
};

export const asClient = (db: Db, row: StoredRegistration): Registration => ({
  ...row,
  canPay: canPay(row),
  canEdit: row.status === 'submitted',
  canResubmit: canResubmit(row),
  unreadMessages: unreadCount(db, row),
});

export function asStaff(db: Db, row: StoredRegistration): StaffRegistration {
  const isOwn = row.userId === db.me.id;
  const notes = db.notes.filter((one) => one.registrationId === row.id);
  const transitions = ALLOWED_TRANSITIONS[row.status].filter((to) => to !== 'paid' || row.sha256 !== null);
  const government = db.government.get(row.id);
  return {
    ...asClient(db, row),
    applicant: db.person(row.userId),
    assignedOperator: row.assignedOperatorId === null ? null : db.person(row.assignedOperatorId),
    fileStoragePath: row.sha256 === null ? null : `objects/${row.id}`,
    allowedActions: isOwn ? [] : actionsAt(row.status),
    allowedTransitions: isOwn || db.me.role !== 'admin' ? [] : transitions,
    internalNotes: notes.toReversed(),
    internalNoteCount: notes.length,
    government: government === undefined ? null : { ...government.data, verdict: government.verdict },
    paymentFlag: row.paymentFlag ?? null,
  };
}

export const asSignedInUser = (db: Db, row: StoredRegistration): Registration | StaffRegistration =>
  db.isStaff ? asStaff(db, row) : asClient(db, row);

/** The registration as a list returns it: without `whatIsNew`. */
export const asListed = <Row extends Registration>(row: Row): Row => ({ ...row, whatIsNew: null });
