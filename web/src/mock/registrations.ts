import { AppError } from '@g2/gateway/contract/errors';
import type { Registration, StaffRegistration } from '@g2/gateway/contract/registrations';
import {
  ALLOWED_TRANSITIONS,
  actionsAt,
  type OperatorAction,
  type RegistrationStatus,
} from '@g2/gateway/contract/status-terms';
import type { Db, StoredRegistration } from './db.ts';

/** Reason that the owner sees when staff requested corrections without giving one. */
const DEFAULT_CORRECTION_REASON = 'Correções solicitadas pela equipe';

const notFound = (): AppError => new AppError('not-found', { message: 'Registro não encontrado' });

/** A registration that the signed-in user may see. @throws AppError not-found */
export function visibleRegistration(db: Db, id: string): StoredRegistration {
  const registration = db.registrations.find((item) => item.id === id);
  if (registration === undefined || (registration.userId !== db.me.id && !db.isStaff)) throw notFound();
  return registration;
}

/** A registration of the signed-in user. @throws AppError not-found, forbidden for staff */
export function ownRegistration(db: Db, id: string): StoredRegistration {
  const registration = visibleRegistration(db, id);
  if (registration.userId !== db.me.id) throw new AppError('forbidden');
  return registration;
}

/** A registration that its owner may edit. @throws AppError not-editable unless its status is submitted */
export function editableRegistration(db: Db, id: string): StoredRegistration {
  const registration = ownRegistration(db, id);
  if (registration.status !== 'submitted') throw new AppError('not-editable');
  return registration;
}

/** A registration that the signed-in staff user may process. @throws AppError not-found, own-registration */
export function processableRegistration(db: Db, id: string): StoredRegistration {
  const registration = visibleRegistration(db, id);
  if (registration.userId === db.me.id) throw new AppError('own-registration');
  return registration;
}

export const canPay = ({ status, sha256, paymentPaidAt }: StoredRegistration): boolean =>
  status === 'submitted' && sha256 !== null && paymentPaidAt === null;
export const canResubmit = ({ status, paymentPaidAt }: StoredRegistration): boolean =>
  status === 'submitted' && paymentPaidAt !== null;

/** Status after a staff action; undefined if the action is not allowed. */
export function targetStatusOf(
  status: RegistrationStatus,
  action: OperatorAction,
): RegistrationStatus | undefined {
  if (!actionsAt(status).includes(action)) return undefined;
  return action === 'approve' ? ALLOWED_TRANSITIONS[status][0] : 'submitted';
}

interface StatusChange {
  /** Id of the user who makes the change. */
  readonly changedBy: string | null;
  readonly reason?: string | null | undefined;
  readonly notes?: string | null | undefined;
}

/** Changes the status, and sets the dates, history entry and note that belong to the change. */
export function changeStatus(
  db: Db,
  registration: StoredRegistration,
  toStatus: RegistrationStatus,
  { changedBy, reason = null, notes = null }: StatusChange,
): void {
  const now = db.now();
  const shownReason = toStatus === 'submitted' ? (reason ?? DEFAULT_CORRECTION_REASON) : reason;
  const fromStatus = registration.status;
  Object.assign(registration, {
    status: toStatus,
    statusUpdatedAt: now,
    statusUpdatedBy: changedBy,
    correctionReason: toStatus === 'submitted' ? shownReason : null,
    changedSinceCorrection: false,
    correctionsAskedAt:
      toStatus === 'submitted'
        ? now
        : ['paid', 'reviewing'].includes(toStatus)
          ? registration.correctionsAskedAt
          : null,
    paymentPaidAt: toStatus === 'paid' ? (registration.paymentPaidAt ?? now) : registration.paymentPaidAt,
    governmentSubmittedAt: toStatus === 'government_processing' ? now : registration.governmentSubmittedAt,
    certificateIssuedAt: toStatus === 'certificate_issued' ? now : registration.certificateIssuedAt,
  } satisfies Partial<StoredRegistration>);
  addHistoryEntry(db, registration, { fromStatus, changedBy, reason: shownReason, notes });
  if (notes !== null && changedBy !== null) addNote(db, registration.id, notes);
}

/** Appends an entry to the status history of a registration. */
export function addHistoryEntry(
  db: Db,
  { id, status }: StoredRegistration,
  {
    fromStatus,
    changedBy,
    reason = null,
    notes = null,
  }: StatusChange & { fromStatus: RegistrationStatus | null },
): void {
  db.history.push({
    id: db.nextId(),
    registrationId: id,
    fromStatus,
    toStatus: status,
    changedBy,
    changedByName: db.nameOf(changedBy),
    reason,
    notes,
    createdAt: db.now(),
  });
}

export function addNote(db: Db, registrationId: string, text: string): void {
  const authorName = db.nameOf(db.me.id) ?? '';
  db.notes.push({ id: db.nextId(), registrationId, text, authorName, createdAt: db.now() });
}

const unreadCount = (db: Db, registration: StoredRegistration): number => {
  const side = registration.userId === db.me.id ? 'client' : 'staff';
  const thread = db.messages.filter(({ registrationId }) => registrationId === registration.id);
  if (thread.length === 0) return registration.unreadMessages;
  const received = thread.filter((message) => message.side !== side).length;
  return Math.max(0, received - (db.readCounts.get(`${registration.id} ${side}`) ?? 0));
};

export const asClient = (db: Db, registration: StoredRegistration): Registration => ({
  ...registration,
  canPay: canPay(registration),
  canEdit: registration.status === 'submitted',
  canResubmit: canResubmit(registration),
  unreadMessages: unreadCount(db, registration),
});

export function asStaff(db: Db, registration: StoredRegistration): StaffRegistration {
  const isOwn = registration.userId === db.me.id;
  const notes = db.notes.filter(({ registrationId }) => registrationId === registration.id);
  const transitions = ALLOWED_TRANSITIONS[registration.status].filter(
    (status) => status !== 'paid' || registration.sha256 !== null,
  );
  const government = db.government.get(registration.id);
  return {
    ...asClient(db, registration),
    applicant: db.personOf(registration.userId),
    assignedOperator:
      registration.assignedOperatorId === null ? null : db.personOf(registration.assignedOperatorId),
    fileStoragePath: registration.sha256 === null ? null : `objects/${registration.id}`,
    allowedActions: isOwn ? [] : actionsAt(registration.status),
    allowedTransitions: isOwn || db.me.role !== 'admin' ? [] : transitions,
    internalNotes: notes.toReversed(),
    internalNoteCount: notes.length,
    government: government === undefined ? null : { ...government.data, verdict: government.verdict },
    paymentFlag: registration.paymentFlag ?? null,
  };
}

export const asSignedInUser = (db: Db, registration: StoredRegistration): Registration | StaffRegistration =>
  db.isStaff ? asStaff(db, registration) : asClient(db, registration);

/** The registration as a list returns it: without `whatIsNew`. */
export const asListed = <Row extends Registration>(registration: Row): Row => ({
  ...registration,
  whatIsNew: null,
});
