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

/** The deposited file. Once paid and until the case is closed, no other paid registration has its hash. */
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
  /** Absent until it was inspected. */
  inspection?: ArchiveInspection | null;
};

/** The file at the time of a request for corrections, after its replacement. Its hash is not reserved. */
export type EarlierFile = Pick<StoredFile, 'sha256' | 'fileName' | 'fileSize' | 'objectKey' | 'attachedAt'>;

/** Position in the version chain of a program. */
export type Lineage = {
  /** From 1. */
  number: number;
  /** First version of the chain; its own id for a first version. */
  rootId: string;
  /** Previous version and the owner's description of what is new; null for a first version. */
  previousId: string | null;
  whatIsNew: string | null;
};

export type Registration = {
  id: string;
  /** Incremented by each change: version of events and of compare-and-set. */
  version: number;
  userId: string;
  details: Details;
  file: StoredFile | null;
  /** Kept until the review ends, for comparison. */
  earlierFile: EarlierFile | null;
  status: Status;
  statusUpdatedAt: Date;
  statusUpdatedBy: string | null;
  assignedOperatorId: string | null;
  /** Cents. */
  paymentAmount: number;
  /** Null while unpaid, or if an admin marked it as paid. */
  paymentId: string | null;
  paymentPaidAt: Date | null;
  governmentSubmittedAt: Date | null;
  certificateIssuedAt: Date | null;
  /** The payment was returned: no step follows, and the status stays. */
  closure: Closure | null;
  /** Another registration is paid with the same bytes, and this one is unpaid or closed. */
  fileTaken: boolean;
  correctionReason: string | null;
  /** Details, file or holders changed since the last request for corrections. */
  changedSinceCorrection: boolean;
  /** Time of the snapshot for comparison; null before a request for corrections and after the review. */
  correctionsAskedAt: Date | null;
  /** Unread messages: of the staff for the owner, and of the owner for the staff. */
  unread: { byClient: number; byStaff: number };
  /** Sum of the shares, percent. */
  holdersTotal: number;
  lineage: Lineage;
  /** Revocation of its latest certificate. */
  certificateRevokedAt: Date | null;
  createdAt: Date;
};

export type Caller = { id: string; role: Role };

/** One line of the history per status change. */
export type StatusChange = {
  from: Status | null;
  to: Status;
  by: string | null;
  reason: string | null;
  notes: string | null;
  at: Date;
};

export type Note = { text: string; authorId: string; at: Date };

/** `decided`: the review that needed the file is over. */
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
  /** The owner is to be mailed about messages of the staff. */
  | { kind: 'message-waiting' }
  | { kind: 'staff-message-waiting' }
  | { kind: 'deleted' };

/** A decision, with its line of history, internal note and ready reasons used. */
export type RegistrationDecision = Decision<
  Registration,
  Fact,
  { step?: StatusChange; note?: Note; reasonIds?: string[] }
>;

/** @param state null if there is no such registration @throws AppError */
export type Decide = (state: Registration | null) => RegistrationDecision;

/** api-rules R3: details, file and holders. */
export const canEdit = ({ status, closure }: Registration): boolean =>
  status === 'submitted' && closure === null;

/** api-rules R2 and R5: paid only once, with bytes no other paid registration has. */
export const canPay = (state: Registration): boolean =>
  canEdit(state) && state.file !== null && state.paymentPaidAt === null && !state.fileTaken;

/** api-rules R3: a paid registration that was returned for corrections. */
export const canResubmit = (state: Registration): boolean => canEdit(state) && state.paymentPaidAt !== null;

/** Marks a change made after a request for corrections. */
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

/** @throws AppError not-found for other clients, who must not probe ids; forbidden for staff (api-rules H2) */
export function ownedBy(state: Registration | null, asker: Caller): Registration {
  if (!state) throw notFound();
  if (state.userId === asker.id) return state;
  throw asker.role === 'client' ? notFound() : new AppError('forbidden');
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
  asker: Caller,
  isAllowed = isStaffRole(asker.role),
): Registration {
  if (!isAllowed) throw new AppError('forbidden');
  if (!state) throw notFound();
  if (state.userId === asker.id) throw new AppError('own-registration');
  return state;
}

/** @throws AppError not-found, forbidden, case-closed, or not-editable after submitted */
export function editableBy(state: Registration | null, asker: Caller): Registration {
  const own = ownedBy(state, asker);
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
export function remove(state: Registration | null, asker: Caller): RegistrationDecision {
  const gone = erase(ownedBy(state, asker));
  if (!gone) throw new AppError('not-editable', { message: 'Este registro não pode mais ser excluído.' });
  return gone;
}

/** Deletion with the owner's account; null if it was ever paid, since that is kept (api-rules R9). */
export function erase(state: Registration): RegistrationDecision | null {
  const { status, paymentPaidAt, file, earlierFile } = state;
  if (status !== 'submitted' || paymentPaidAt) return null;
  const next = { ...state, version: state.version + 1 };
  const facts = [file, earlierFile].flatMap((one) => (one ? [fileReleased(one, 'deleted')] : []));
  return { next, facts: [...facts, { kind: 'deleted' }] };
}
