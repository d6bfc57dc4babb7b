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
import { sentDetails } from '@g2/terms/details';
import { isStaffRole } from '@g2/terms/names';
import type { changesSince, Snapshot } from './domain/corrections.ts';
import { type Asker, canEdit, canPay, canResubmit, type Registration } from './domain/registration.ts';
import { allowedActions, allowedTransitions } from './domain/status-machine.ts';
import { toBrief } from './present-government.ts';
import type { HistoryRow, Noted } from './store/reads.ts';

/** A registration as everyone who may see it sees it. */
export function toMessage(state: Registration): RegistrationMessage {
  const { details, file } = state;
  return {
    id: state.id,
    userId: state.userId,
    details: sentDetails(details),
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
    // Set on every return to submitted; one that was never paid has nothing to correct for it.
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

/** One of a list that may have many: what is new in it is told of one alone, or a page would be too large to send. */
export const toListed = (state: Registration): RegistrationMessage => ({
  ...toMessage(state),
  whatIsNew: undefined,
});

/** One of a chain: its owner's notes stay out of it for the same reason. */
export function inChain(state: Registration): RegistrationMessage {
  const told = toMessage(state);
  return { ...told, details: told.details && { ...told.details, notes: undefined } };
}

/** The same with what only staff see. */
export const toStaffMessage = (item: Noted, asker: Asker): RegistrationMessage => ({
  ...toMessage(item.state),
  // Of their own they are the client.
  unreadMessages: item.state.unread[item.state.userId === asker.id ? 'byClient' : 'byStaff'],
  staff: staffView(item, asker),
});

/** The same, of a list. */
export const toStaffListed = (item: Noted, asker: Asker): RegistrationMessage => ({
  ...toStaffMessage(item, asker),
  whatIsNew: undefined,
});

/** In the shape its reader may have. */
const present = (item: Noted, asker: Asker): RegistrationMessage =>
  isStaffRole(asker.role) ? toStaffMessage(item, asker) : toMessage(item.state);

/** One that has just begun: nothing stands beside it yet. */
export const presentNew = (state: Registration, asker: Asker): RegistrationMessage =>
  present({ state, notes: [], noteCount: 0, government: null, paymentFlag: null }, asker);

const staffView = ({ state, notes, noteCount, government, paymentFlag }: Noted, asker: Asker): StaffView => ({
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

/** What the export shows of a registration. */
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

/** A line of history; the notes are the staff's own. */
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

/** What changed since corrections were asked for. */
export const toCorrectionChanges = (
  { askedAt, reason }: Snapshot,
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

/** Absent, or of a reason that this release does not know, is none. */
export function readClosure(sent: SentClosure | undefined): Closure | null {
  if (!sent?.at || !isClosureReason(sent.reason)) return null;
  return { reason: sent.reason, amountCents: sent.amountCents, at: sent.at };
}

/** True when this actor sees a registration of this user at all. */
export const maySee = (actor: Actor, ownerId: string): boolean =>
  actor.kind === 'user' && (actor.id === ownerId || actor.role !== 'client');
