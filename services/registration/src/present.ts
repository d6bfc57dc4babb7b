import type { Actor } from '@g2/kit/actor';
import type { Closure as SentClosure } from '@g2/proto/common';
import type {
  CorrectionChanges,
  ExportRow,
  HistoryEntry,
  Registration as RegistrationMessage,
  StaffView,
} from '@g2/proto/registration';
import { type Closure, isClosureReason } from '@g2/terms/closures';
import { toDetailsMessage } from '@g2/terms/details';
import { isStaffRole } from '@g2/terms/names';
import type { CorrectionSnapshot, changesSince } from './domain/corrections.ts';
import { type Caller, canEdit, canPay, canResubmit, type Registration } from './domain/registration.ts';
import { allowedActions, allowedTransitions } from './domain/status-machine.ts';
import { toBrief } from './present-government.ts';
import type { HistoryRow, StaffRegistration } from './store/reads.ts';

/** A registration without staff-only fields. */
export function toMessage(state: Registration): RegistrationMessage {
  const { details, file } = state;
  return {
    id: state.id,
    userId: state.userId,
    details: toDetailsMessage(details),
    sha256: file?.sha256,
    sha512: file?.sha512 ?? undefined,
    fileName: file?.fileName,
    fileSize: file?.fileSize,
    depositedAt: file?.attachedAt,
    contents: file?.looked?.contents ?? undefined,
    contentsProblem: file?.looked?.problem ?? undefined,
    status: state.status,
    statusUpdatedAt: state.statusUpdatedAt,
    statusUpdatedBy: state.statusUpdatedBy ?? undefined,
    assignedOperatorId: state.assignedOperatorId ?? undefined,
    paymentAmount: state.paymentAmount,
    paymentPaidAt: state.paymentPaidAt ?? undefined,
    governmentSubmittedAt: state.governmentSubmittedAt ?? undefined,
    certificateIssuedAt: state.certificateIssuedAt ?? undefined,
    closure: state.closure ?? undefined,
    fileTaken: state.fileTaken && state.closure === null,
    createdAt: state.createdAt,
    canPay: canPay(state),
    canEdit: canEdit(state),
    canResubmit: canResubmit(state),
    // Every return to submitted sets it, but only a paid one has corrections to make.
    correctionReason: (canResubmit(state) && state.correctionReason) || undefined,
    changedSinceCorrection: canResubmit(state) && state.changedSinceCorrection,
    hasEarlierFile: state.earlierFile !== null,
    correctionsAskedAt: state.correctionsAskedAt ?? undefined,
    unreadMessages: state.unread.byClient,
    versionNumber: state.lineage.number,
    rootId: state.lineage.rootId,
    previousId: state.lineage.previousId ?? undefined,
    whatIsNew: state.lineage.whatIsNew ?? undefined,
    staff: undefined,
  };
}

/** For lists: omits `whatIsNew`, which would make a page too large. */
export const toListMessage = (state: Registration): RegistrationMessage => ({
  ...toMessage(state),
  whatIsNew: undefined,
});

/** For version chains: omits the owner's notes for the same reason. */
export function toChainMessage(state: Registration): RegistrationMessage {
  const message = toMessage(state);
  return { ...message, details: message.details && { ...message.details, notes: undefined } };
}

/** With the fields that only staff see. */
export const toStaffMessage = (item: StaffRegistration, asker: Caller): RegistrationMessage => ({
  ...toMessage(item.state),
  // Staff are the client of their own registration.
  unreadMessages: item.state.unread[item.state.userId === asker.id ? 'byClient' : 'byStaff'],
  staff: staffView(item, asker),
});

export const toStaffListMessage = (item: StaffRegistration, asker: Caller): RegistrationMessage => ({
  ...toStaffMessage(item, asker),
  whatIsNew: undefined,
});

const present = (item: StaffRegistration, asker: Caller): RegistrationMessage =>
  isStaffRole(asker.role) ? toStaffMessage(item, asker) : toMessage(item.state);

export const presentNew = (state: Registration, asker: Caller): RegistrationMessage =>
  present({ state, notes: [], noteCount: 0, government: null, paymentFlag: null }, asker);

const staffView = (
  { state, notes, noteCount, government, paymentFlag }: StaffRegistration,
  asker: Caller,
): StaffView => ({
  fileStoragePath: state.file?.objectKey,
  allowedActions: allowedActions(state, asker),
  allowedTransitions: allowedTransitions(state, asker),
  internalNotes: notes.map((note) => ({
    id: note.id,
    text: note.text,
    authorId: note.authorId,
    createdAt: new Date(note.createdAt),
  })),
  internalNoteCount: noteCount,
  government: government ? toBrief(government, state.file) : undefined,
  paymentFlag: paymentFlag ?? undefined,
});

export const toExportRow = ({ details, file, ...state }: Registration): ExportRow => ({
  id: state.id,
  title: details.title,
  applicantName: details.applicantName,
  applicantEmail: details.applicantEmail,
  applicantTaxId: details.applicantTaxId,
  holderName: details.holderName,
  jurisdiction: details.jurisdiction,
  status: state.status,
  statusUpdatedAt: state.statusUpdatedAt,
  fileName: file?.fileName,
  fileSize: file?.fileSize,
  sha256: file?.sha256,
  paymentAmount: state.paymentAmount,
  createdAt: state.createdAt,
  depositedAt: file?.attachedAt,
  paymentPaidAt: state.paymentPaidAt ?? undefined,
  governmentSubmittedAt: state.governmentSubmittedAt ?? undefined,
  certificateIssuedAt: state.certificateIssuedAt ?? undefined,
  assignedOperatorId: state.assignedOperatorId ?? undefined,
  closure: state.closure ?? undefined,
});

/** Notes are for staff only. */
export const toHistoryEntry = (row: HistoryRow, forStaff: boolean): HistoryEntry => ({
  id: row.id,
  registrationId: row.registrationId,
  fromStatus: row.fromStatus ?? undefined,
  toStatus: row.toStatus,
  changedBy: row.changedBy ?? undefined,
  reason: row.reason ?? undefined,
  notes: (forStaff && row.notes) || undefined,
  createdAt: row.createdAt,
});

export const toCorrectionChanges = (
  { askedAt, reason }: CorrectionSnapshot,
  { details, holders }: ReturnType<typeof changesSince>,
): CorrectionChanges => ({
  askedAt,
  reason,
  details: details.map(({ field, before, after }) => ({
    field,
    before: before ?? undefined,
    after: after ?? undefined,
  })),
  holders: holders.map(({ before, after }) => ({ before: before ?? undefined, after: after ?? undefined })),
});

/** Null if absent, or if this release does not know the reason. */
export function fromClosureMessage(sent: SentClosure | undefined): Closure | null {
  if (!sent?.at || !isClosureReason(sent.reason)) return null;
  return { reason: sent.reason, amountCents: sent.amountCents, at: sent.at };
}

export const canSee = (actor: Actor, ownerId: string): boolean =>
  actor.kind === 'user' && (actor.id === ownerId || actor.role !== 'client');
