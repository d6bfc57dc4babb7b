import type { Act } from '@g2/terms/acts';
import type { Looked } from '@g2/terms/archive';
import type { Closure } from '@g2/terms/closures';
import type { Decision } from '@g2/terms/decision';
import type { Details } from '@g2/terms/details';
import { AppError } from '@g2/terms/errors';
import type { Role } from '@g2/terms/names';
import { FEE_CENTS } from '@g2/terms/prices';
import type { Status } from '@g2/terms/statuses';
import { refuseClosed } from './closure.ts';

/** The file that is the proof: once paid, and until the case is closed, its hash is taken by this registration alone. */
export type StoredFile = {
  /** Lower-case hex. */
  sha256: string;
  /** The same of SHA-512; null for a file of before there were two hashes. */
  sha512: string | null;
  fileName: string;
  /** Bytes. */
  fileSize: number;
  objectKey: string;
  attachedAt: Date;
  /** What is in it; absent until somebody has looked. */
  looked?: Looked | null;
};

/** The file that a request for changes was about, once another has taken its place; its hash is free. */
export type EarlierFile = Pick<StoredFile, 'sha256' | 'fileName' | 'fileSize' | 'objectKey' | 'attachedAt'>;

/** Where a registration stands in the chain of versions of one program. */
export type Lineage = {
  /** From 1. */
  number: number;
  /** The first of the chain, which is its own root. */
  rootId: string;
  /** The version before, and what is new since, in its owner's words; both null for a first. */
  previousId: string | null;
  whatIsNew: string | null;
};

export type Registration = {
  id: string;
  /** Counts changes: the aggregate version of events, and the guard of compare-and-set. */
  version: number;
  userId: string;
  details: Details;
  file: StoredFile | null;
  /** Kept until the review is over, so that what changed can be seen. */
  earlierFile: EarlierFile | null;
  status: Status;
  statusUpdatedAt: Date;
  statusUpdatedBy: string | null;
  assignedOperatorId: string | null;
  /** Cents. */
  paymentAmount: number;
  /** The payment that paid it; null while unpaid and when an admin set it paid by hand. */
  paymentId: string | null;
  paymentPaidAt: Date | null;
  governmentSubmittedAt: Date | null;
  certificateIssuedAt: Date | null;
  /** The payment went back: no step follows, and the status stays. */
  closure: Closure | null;
  /** Another registration is paid with the very bytes of this one, which is unpaid or closed and cannot have them. */
  fileTaken: boolean;
  correctionReason: string | null;
  /** Details, file or holders changed since the staff last asked for corrections. */
  changedSinceCorrection: boolean;
  /** Since when what it was then is kept beside it; null before corrections are asked for, and once the review is over. */
  correctionsAskedAt: Date | null;
  /** Messages of the staff's that the owner has not read, and of the owner's that none of the staff has. */
  unread: { byClient: number; byStaff: number };
  /** Sum of the holders' shares, percent. */
  holdersTotal: number;
  /** Its place in the chain of versions. */
  lineage: Lineage;
  /** When the last certificate it had was revoked. */
  certificateRevokedAt: Date | null;
  createdAt: Date;
};

/** The user who asks, as the domain needs to know them. */
export type Asker = { id: string; role: Role };

/** One line of the history: every status change leaves exactly one. */
export type Step = {
  from: Status | null;
  to: Status;
  by: string | null;
  reason: string | null;
  notes: string | null;
  at: Date;
};

export type Note = { text: string; authorId: string; at: Date };

/** Why a file goes; `decided`: the review that it was kept for is over. */
export type ReleaseReason = 'replaced' | 'decided' | 'expired' | 'deleted';

/** What became true besides a status change; told to the other services. */
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
  /** The owner is to be told by mail that the staff wrote. */
  | { kind: 'message-waiting' }
  | { kind: 'staff-message-waiting' }
  | { kind: 'deleted' };

/** What a command makes of a registration, with the line of history and the note it leaves, and the ready reasons it counts. */
export type Decided = Decision<Registration, Fact, { step?: Step; note?: Note; reasonIds?: string[] }>;

const isEditable = ({ status, closure }: Registration): boolean => status === 'submitted' && closure === null;

/** Rules 2 and 5 of the contract: paid once, for ever, with bytes that no other is paid with. */
export const canPay = (state: Registration): boolean =>
  isEditable(state) && state.file !== null && state.paymentPaidAt === null && !state.fileTaken;

/** Rule 3 of the contract: details, file and holders. */
export const canEdit = (state: Registration): boolean => isEditable(state);

/** Rule 3 of the contract: a paid registration back in submitted. */
export const canResubmit = (state: Registration): boolean =>
  isEditable(state) && state.paymentPaidAt !== null;

/** What a change of details, file or holders says of the corrections asked; nothing where none wait. */
export const corrected = (
  state: Registration,
  changed: boolean,
): Pick<Registration, 'changedSinceCorrection'> => ({
  changedSinceCorrection: state.changedSinceCorrection || (changed && canResubmit(state)),
});

/** An object may go. */
export const released = ({ objectKey }: { objectKey: string }, reason: ReleaseReason): Fact => ({
  kind: 'file-released',
  objectKey,
  reason,
});

export const notFound = (): AppError => new AppError('not-found', { message: 'Registro não encontrado' });

/**
 * For calls that are the owner's alone.
 * @throws AppError not-found for other clients (absent and not yours look the same), forbidden for staff, who may
 * see the registration anyway (api-rules H2)
 */
export function ownedBy(state: Registration | null, asker: Asker): Registration {
  if (!state) throw notFound();
  if (state.userId === asker.id) return state;
  throw asker.role === 'client' ? notFound() : new AppError('forbidden');
}

/** @throws AppError not-found, case-closed, or not-editable once it left submitted */
export function editableBy(state: Registration | null, asker: Asker): Registration {
  const own = ownedBy(state, asker);
  refuseClosed(own);
  if (!canEdit(own)) throw new AppError('not-editable');
  return own;
}

type Beginning = Pick<Registration, 'id' | 'details' | 'lineage' | 'paymentAmount'>;

/** A registration as it begins. */
export const create = (details: Details, owner: Asker, id: string, now: Date): Decided =>
  begin(
    {
      id,
      details,
      lineage: { number: 1, rootId: id, previousId: null, whatIsNew: null },
      paymentAmount: FEE_CENTS,
    },
    owner.id,
    now,
  );

/** Submitted, without a file. */
export function begin(beginning: Beginning, ownerId: string, now: Date): Decided {
  const next: Registration = {
    ...beginning,
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
  const step: Step = { from: null, to: 'submitted', by: ownerId, reason: null, notes: null, at: now };
  return { next, step, facts: [{ kind: 'created' }] };
}

/** The owner deletes it: while submitted and never paid. @throws AppError not-found, not-editable */
export function remove(state: Registration | null, asker: Asker): Decided {
  const gone = erase(ownedBy(state, asker));
  if (!gone) throw new AppError('not-editable', { message: 'Este registro não pode mais ser excluído.' });
  return gone;
}

/** It goes with its owner's account; null when it was ever paid, for that stays (api-rules R9). */
export function erase(state: Registration): Decided | null {
  const { status, paymentPaidAt, file, earlierFile } = state;
  if (status !== 'submitted' || paymentPaidAt) return null;
  const next = { ...state, version: state.version + 1 };
  const facts = [file, earlierFile].flatMap((one) => (one ? [released(one, 'deleted')] : []));
  return { next, facts: [...facts, { kind: 'deleted' }] };
}
