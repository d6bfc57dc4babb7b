import { withoutNulls } from '@g2/kit/nulls';
import type { Closure as SentClosure } from '@g2/proto/common';
import type {
  CorrectionChanges,
  ExportRow,
  GovernmentBrief,
  HistoryEntry,
  Registration as RegistrationMessage,
  StaffView,
} from '@g2/proto/registration';
import { type Closure, isClosureReason } from '@g2/terms/closures';
import { toDetailsMessage } from '@g2/terms/details';
import { type HashVerdict, hashVerdict } from '@g2/terms/government';
import { isStaffRole } from '@g2/terms/names';
import type { CorrectionSnapshot, changesSince } from './domain/corrections.ts';
import {
  type Caller,
  canEdit,
  canPay,
  canResubmit,
  type Registration,
  type StoredFile,
} from './domain/registration.ts';
import { allowedActions, allowedTransitions } from './domain/status-machine.ts';
import type { HistoryRow, StaffRegistration } from './store/reads.ts';
import type { BriefRow } from './store/rows.ts';

const fileFields = (file: StoredFile | null) => ({
  sha256: file?.sha256,
  fileName: file?.fileName,
  fileSize: file?.fileSize,
  depositedAt: file?.attachedAt,
});

/** A registration without staff-only fields. The protobuf codec drops fields unknown to the message. */
export function toMessage(state: Registration): RegistrationMessage {
  const { details, file, lineage } = state;
  return {
    ...withoutNulls(state),
    ...fileFields(file),
    details: toDetailsMessage(details),
    sha512: file?.sha512 ?? undefined,
    contents: file?.inspection?.contents ?? undefined,
    contentsProblem: file?.inspection?.problem ?? undefined,
    fileTaken: state.fileTaken && state.closure === null,
    canPay: canPay(state),
    canEdit: canEdit(state),
    canResubmit: canResubmit(state),
    // Set on every return to `submitted`, but only a paid registration has corrections to make.
    correctionReason: (canResubmit(state) && state.correctionReason) || undefined,
    changedSinceCorrection: canResubmit(state) && state.changedSinceCorrection,
    hasEarlierFile: state.earlierFile !== null,
    unreadMessages: state.unread.byClient,
    versionNumber: lineage.number,
    rootId: lineage.rootId,
    previousId: lineage.previousId ?? undefined,
    whatIsNew: lineage.whatIsNew ?? undefined,
    staff: undefined,
  };
}

/** For lists: omits `whatIsNew`, which would make a page too large. */
export const toListMessage = (state: Registration): RegistrationMessage => ({
  ...toMessage(state),
  whatIsNew: undefined,
});

/** For version chains: omits the owner's notes, which would make a page too large. */
export function toChainMessage(state: Registration): RegistrationMessage {
  const message = toMessage(state);
  return { ...message, details: message.details && { ...message.details, notes: undefined } };
}

export const toStaffMessage = (item: StaffRegistration, caller: Caller): RegistrationMessage => ({
  ...toMessage(item.state),
  // Staff count as the client of their own registration.
  unreadMessages: item.state.unread[item.state.userId === caller.id ? 'byClient' : 'byStaff'],
  staff: staffView(item, caller),
});

export const toStaffListMessage = (item: StaffRegistration, caller: Caller): RegistrationMessage => ({
  ...toStaffMessage(item, caller),
  whatIsNew: undefined,
});

export const toNewRegistrationMessage = (state: Registration, caller: Caller): RegistrationMessage =>
  isStaffRole(caller.role)
    ? toStaffMessage({ state, notes: [], noteCount: 0, government: null, paymentFlag: null }, caller)
    : toMessage(state);

const staffView = (
  { state, notes, noteCount, government, paymentFlag }: StaffRegistration,
  caller: Caller,
): StaffView => ({
  fileStoragePath: state.file?.objectKey,
  allowedActions: allowedActions(state, caller),
  allowedTransitions: allowedTransitions(state, caller),
  internalNotes: notes.map((note) => ({ ...note, createdAt: new Date(note.createdAt) })),
  internalNoteCount: noteCount,
  government: government ? toBrief(government, state.file) : undefined,
  paymentFlag: paymentFlag ?? undefined,
});

export const toExportRow = ({ details, file, ...state }: Registration): ExportRow => ({
  ...toDetailsMessage(details),
  ...withoutNulls(state),
  ...fileFields(file),
});

export const toHistoryEntry = (row: HistoryRow, forStaff: boolean): HistoryEntry => ({
  ...withoutNulls(row),
  notes: (forStaff && row.notes) || undefined,
});

export const toCorrectionChanges = (
  { askedAt, reason }: CorrectionSnapshot,
  { details, holders }: ReturnType<typeof changesSince>,
): CorrectionChanges => ({
  askedAt,
  reason,
  details: details.map(withoutNulls),
  holders: holders.map(withoutNulls),
});

const toBrief = (
  { protocol, dueOn, completedOn, ...hash }: BriefRow,
  file: StoredFile | null,
): GovernmentBrief => ({
  ...withoutNulls({ protocol, dueOn, completedOn }),
  verdict: verdictOf(hash, file),
});

export const verdictOf = (data: Parameters<typeof hashVerdict>[0], file: StoredFile | null): HashVerdict =>
  hashVerdict(data, { sha256: file?.sha256 ?? null, sha512: file?.sha512 ?? null });

/** Null if the closure is absent, or if this release does not know its reason. */
export function fromClosureMessage(sent: SentClosure | undefined): Closure | null {
  if (!sent?.at || !isClosureReason(sent.reason)) return null;
  return { reason: sent.reason, amountCents: sent.amountCents, at: sent.at };
}
