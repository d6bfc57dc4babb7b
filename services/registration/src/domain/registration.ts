import type { Act } from '@g2/terms/acts';
import type { ArchiveInspection } from '@g2/terms/archive';
import { CLOSURE_NAMES, type Closure } from '@g2/terms/closures';
import type { Decision } from '@g2/terms/decision';
import type { Details } from '@g2/terms/details';
import { AppError } from '@g2/terms/errors';
import { isStaffRole, type Role } from '@g2/terms/names';
import { FEE_CENTS } from '@g2/terms/prices';
import { formatDate } from '@g2/terms/pt-br';
import type { Status } from '@g2/terms/statuses';

/** While a registration is paid and not closed, no other paid registration can have the same file hash. */
export type StoredFile = {
  /** Lower-case hex. */
  sha256: string;
  /** Null for files stored before SHA-512 was introduced. */
  sha512: string | null;
  fileName: string;
  /** Bytes. */
  fileSize: number;
  objectKey: string;
  attachedAt: Date;
  /** Result of the content inspection; absent until the file was inspected. */
  inspection?: ArchiveInspection | null;
};

/** The file that was replaced after a request for corrections. Other registrations may use its hash. */
export type EarlierFile = Pick<StoredFile, 'sha256' | 'fileName' | 'fileSize' | 'objectKey' | 'attachedAt'>;

export type Lineage = {
  /** From 1. */
  number: number;
  /** Id of the first version of the chain; the registration's own id for a first version. */
  rootId: string;
  /**
   * `previousId`: id of the previous version. `whatIsNew`: the owner's description of the changes. Null for a
   * first version.
   */
  previousId: string | null;
  whatIsNew: string | null;
};

export type Registration = {
  id: string;
  /** Incremented by each change. Events carry it, and updates compare it (compare-and-set). */
  version: number;
  userId: string;
  details: Details;
  file: StoredFile | null;
  /** The file replaced during corrections, kept for comparison until the review ends. */
  earlierFile: EarlierFile | null;
  status: Status;
  statusUpdatedAt: Date;
  statusUpdatedBy: string | null;
  assignedOperatorId: string | null;
  /** Cents. */
  paymentAmount: number;
  /** Null while the registration is unpaid, or if an admin marked it as paid. */
  paymentId: string | null;
  paymentPaidAt: Date | null;
  governmentSubmittedAt: Date | null;
  certificateIssuedAt: Date | null;
  /** Set if the payment was returned. While it is set, the status cannot change. */
  closure: Closure | null;
  /** Whether a refund of the payment failed, and the money was not returned another way yet. */
  refundFailed: boolean;
  /** Whether another paid registration has the same file bytes, while this one is unpaid or closed. */
  fileTaken: boolean;
  correctionReason: string | null;
  /** Whether details, file or holders changed since the last request for corrections. */
  changedSinceCorrection: boolean;
  /** Time of the request for corrections, when details and holders were saved. Null before it and after the review. */
  correctionsAskedAt: Date | null;
  /** Unread messages: `byClient` those the owner has not read, `byStaff` those the staff have not read. */
  unread: { byClient: number; byStaff: number };
  /** Sum of the holders' shares, percent. */
  holdersTotal: number;
  lineage: Lineage;
  /** When the latest certificate was revoked; null if it is not revoked. */
  certificateRevokedAt: Date | null;
  createdAt: Date;
};

export type Caller = { id: string; role: Role };

/** A change of status, stored as one entry of the history. */
export type StatusChange = {
  from: Status | null;
  to: Status;
  by: string | null;
  reason: string | null;
  notes: string | null;
  at: Date;
};

export type Note = { text: string; authorId: string; at: Date };

/** Why a stored file is no longer needed. `decided`: the review that compared it has ended. */
export type ReleaseReason = 'replaced' | 'decided' | 'expired' | 'deleted';

/** Changes other than the status, published as events. */
export type Fact =
  | { kind: 'created' }
  | { kind: 'paid'; paymentId: string | null; manual: boolean; by: string | null }
  | { kind: 'file-attached'; objectKey: string; sha256: string }
  | { kind: 'file-released'; objectKey: string; reason: ReleaseReason }
  | { kind: 'payment-reminder'; fileName: string }
  | { kind: 'file-expiring'; fileName: string; expiresAt: Date }
  | { kind: 'assignment-changed'; operatorId: string | null; before: string | null; by: string }
  | { kind: 'act'; act: Act }
  | { kind: 'closure-changed' }
  | { kind: 'message-written'; fromStaff: boolean }
  | { kind: 'messages-read'; byStaff: boolean }
  /** The owner must receive a mail about messages of the staff. */
  | { kind: 'message-waiting' }
  | { kind: 'staff-message-waiting' }
  | { kind: 'deleted' };

/** A decision with the history entry, internal note and ready reasons that belong to it. */
export type RegistrationDecision = Decision<
  Registration,
  Fact,
  { step?: StatusChange; note?: Note; reasonIds?: string[] }
>;

/** @param state null if there is no such registration @throws AppError */
export type DecideRegistration = (state: Registration | null) => RegistrationDecision;

/** Whether details, file and holders can be edited (api-rules R3). */
export const canEdit = ({ status, closure }: Registration): boolean =>
  status === 'submitted' && closure === null;

/** A registration is paid only once, and only if no other paid one has its file bytes (api-rules R2 and R5). */
export const canPay = (state: Registration): boolean =>
  canEdit(state) && state.file !== null && state.paymentPaidAt === null && !state.fileTaken;

/** Whether this is a paid registration that was returned for corrections (api-rules R3). */
export const canResubmit = (state: Registration): boolean => canEdit(state) && state.paymentPaidAt !== null;

/** Sets `changedSinceCorrection` when an edit follows a request for corrections. */
export const correctionMark = (
  state: Registration,
  changed: boolean,
): Pick<Registration, 'changedSinceCorrection'> => ({
  changedSinceCorrection: state.changedSinceCorrection || (changed && canResubmit(state)),
});

export const fileReleased = ({ objectKey }: { objectKey: string }, reason: ReleaseReason): Fact => ({
  kind: 'file-released',
  objectKey,
  reason,
});

export const notFound = (): AppError => new AppError('not-found', { message: 'Registro não encontrado' });

/** @throws AppError not-found for other clients, to hide which ids exist; forbidden for staff (api-rules H2) */
export function ownedBy(state: Registration | null, caller: Caller): Registration {
  if (!state) throw notFound();
  if (state.userId === caller.id) return state;
  throw caller.role === 'client' ? notFound() : new AppError('forbidden');
}

/** @throws AppError case-closed */
export function assertNotClosed({ closure }: Pick<Registration, 'closure'>): void {
  if (closure === null) return;
  const reason = CLOSURE_NAMES[closure.reason].toLowerCase();
  throw new AppError('case-closed', {
    message: `Este registro foi encerrado em ${formatDate(closure.at)} (${reason}) e não aceita mais etapas.`,
  });
}

/** Staff process no registration of their own. @throws AppError forbidden, not-found, own-registration */
export function assertStaffMay(
  state: Registration | null,
  caller: Caller,
  isAllowed = isStaffRole(caller.role),
): Registration {
  if (!isAllowed) throw new AppError('forbidden');
  if (!state) throw notFound();
  if (state.userId === caller.id) throw new AppError('own-registration');
  return state;
}

/** @throws AppError not-found, forbidden, case-closed; not-editable unless the status is `submitted` */
export function editableBy(state: Registration | null, caller: Caller): Registration {
  const own = ownedBy(state, caller);
  assertNotClosed(own);
  if (!canEdit(own)) throw new AppError('not-editable');
  return own;
}

type NewRegistration = Pick<Registration, 'id' | 'details' | 'lineage' | 'paymentAmount'>;

export const create = (details: Details, owner: Caller, id: string, now: Date): RegistrationDecision =>
  submitNew(
    {
      id,
      details,
      lineage: { number: 1, rootId: id, previousId: null, whatIsNew: null },
      paymentAmount: FEE_CENTS,
    },
    owner.id,
    now,
  );

export function submitNew(fields: NewRegistration, ownerId: string, now: Date): RegistrationDecision {
  const next: Registration = {
    ...fields,
    version: 1,
    userId: ownerId,
    file: null,
    earlierFile: null,
    status: 'submitted',
    statusUpdatedAt: now,
    statusUpdatedBy: ownerId,
    assignedOperatorId: null,
    paymentId: null,
    paymentPaidAt: null,
    governmentSubmittedAt: null,
    certificateIssuedAt: null,
    closure: null,
    refundFailed: false,
    fileTaken: false,
    correctionReason: null,
    changedSinceCorrection: false,
    correctionsAskedAt: null,
    unread: { byClient: 0, byStaff: 0 },
    holdersTotal: 0,
    certificateRevokedAt: null,
    createdAt: now,
  };
  const step: StatusChange = { from: null, to: 'submitted', by: ownerId, reason: null, notes: null, at: now };
  return { next, step, facts: [{ kind: 'created' }] };
}

/** @throws AppError not-found, forbidden, not-editable */
export function removeDraft(state: Registration | null, caller: Caller): RegistrationDecision {
  const gone = eraseRegistration(ownedBy(state, caller));
  if (!gone) throw new AppError('not-editable', { message: 'Este registro não pode mais ser excluído.' });
  return gone;
}

/** @returns null if the registration was ever paid, since paid registrations are kept (api-rules R9) */
export function eraseRegistration(state: Registration): RegistrationDecision | null {
  const { status, paymentPaidAt, file, earlierFile } = state;
  if (status !== 'submitted' || paymentPaidAt) return null;
  const next = { ...state, version: state.version + 1 };
  const facts = [file, earlierFile].flatMap((one) => (one ? [fileReleased(one, 'deleted')] : []));
  return { next, facts: [...facts, { kind: 'deleted' }] };
}
