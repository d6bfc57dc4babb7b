import type {
  CorrectionChanges as ProtoCorrections,
  HistoryEntry as ProtoEntry,
  Holder as ProtoHolder,
  Registration as ProtoRegistration,
} from '@g2/proto/registration';
import { detailsOf } from '@g2/terms/details';
import type { CorrectionChanges } from '../../contract/corrections.ts';
import type { Holder } from '../../contract/holders.ts';
import type { HistoryEntry, Registration, StaffRegistration } from '../../contract/registrations.ts';
import type { Wide } from '../route.ts';
import { iso, isoOrNull, orNull } from './common.ts';
import { presentBrief } from './government.ts';
import { type Names, presentName, presentPerson } from './people.ts';

/** Owner's view. */
export const presentRegistration = (it: ProtoRegistration): Wide<Registration> => ({
  id: it.id,
  userId: it.userId,
  ...detailsOf((name) => it.details?.[name]),
  sha256: orNull(it.sha256),
  sha512: orNull(it.sha512),
  fileName: orNull(it.fileName),
  fileSize: orNull(it.fileSize),
  status: it.status,
  statusUpdatedAt: iso(it.statusUpdatedAt),
  statusUpdatedBy: orNull(it.statusUpdatedBy),
  assignedOperatorId: orNull(it.assignedOperatorId),
  paymentAmount: it.paymentAmount,
  paymentPaidAt: isoOrNull(it.paymentPaidAt),
  governmentSubmittedAt: isoOrNull(it.governmentSubmittedAt),
  certificateIssuedAt: isoOrNull(it.certificateIssuedAt),
  createdAt: iso(it.createdAt),
  depositedAt: isoOrNull(it.depositedAt),
  closure: it.closure ? { ...it.closure, at: iso(it.closure.at) } : null,
  fileTaken: it.fileTaken,
  canPay: it.canPay,
  canEdit: it.canEdit,
  canResubmit: it.canResubmit,
  correctionReason: orNull(it.correctionReason),
  changedSinceCorrection: it.changedSinceCorrection,
  hasEarlierFile: it.hasEarlierFile,
  correctionsAskedAt: isoOrNull(it.correctionsAskedAt),
  contents: orNull(it.contents),
  contentsProblem: orNull(it.contentsProblem),
  unreadMessages: it.unreadMessages,
  // Absent from registration releases without versions.
  versionNumber: it.versionNumber || 1,
  rootId: it.rootId || it.id,
  previousId: orNull(it.previousId),
  whatIsNew: orNull(it.whatIsNew),
});

/** Ids of the people a staff view names. */
export const peopleIn = (it: ProtoRegistration): (string | undefined)[] => [
  it.userId,
  it.assignedOperatorId,
  ...(it.staff?.internalNotes.map((note) => note.authorId) ?? []),
];

/** The added fields must never reach a client. */
export const presentForStaff = (it: ProtoRegistration, names: Names): Wide<StaffRegistration> => ({
  ...presentRegistration(it),
  applicant: presentPerson(it.userId, names),
  assignedOperator: presentPerson(it.assignedOperatorId, names),
  fileStoragePath: orNull(it.staff?.fileStoragePath),
  allowedActions: it.staff?.allowedActions ?? [],
  allowedTransitions: it.staff?.allowedTransitions ?? [],
  internalNotes:
    it.staff?.internalNotes.map((note) => ({
      id: note.id,
      text: note.text,
      authorName: presentName(note.authorId, names) ?? '—',
      createdAt: iso(note.createdAt),
    })) ?? [],
  internalNoteCount: it.staff?.internalNoteCount ?? 0,
  government: it.staff?.government ? presentBrief(it.staff.government) : null,
  paymentFlag: orNull(it.staff?.paymentFlag),
});

export const presentCorrections = (it: ProtoCorrections): Wide<CorrectionChanges> => ({
  askedAt: iso(it.askedAt),
  reason: it.reason,
  details: it.details.map(({ field, before, after }) => ({
    field,
    before: orNull(before),
    after: orNull(after),
  })),
  holders: it.holders.map(({ before, after }) => ({ before: orNull(before), after: orNull(after) })),
});

export const presentHolder = (it: ProtoHolder): Wide<Holder> => ({
  id: it.id,
  registrationId: it.registrationId,
  holderName: it.holderName,
  holderTaxId: it.holderTaxId,
  ownershipPercentage: it.ownershipPercentage,
  createdAt: iso(it.createdAt),
});

/** `notes` are for staff only. */
export const presentEntry = (it: ProtoEntry, names: Names): Wide<HistoryEntry> => ({
  id: it.id,
  registrationId: it.registrationId,
  fromStatus: orNull(it.fromStatus),
  toStatus: it.toStatus,
  changedBy: orNull(it.changedBy),
  changedByName: presentName(it.changedBy, names),
  reason: orNull(it.reason),
  notes: orNull(it.notes),
  createdAt: iso(it.createdAt),
});
