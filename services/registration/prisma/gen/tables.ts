import type { ColumnType } from "kysely";
export type Generated<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S, I | undefined, U>
  : ColumnType<T, T | undefined, T>;
export type Timestamp = ColumnType<Date, Date | string, Date | string>;

export type AccountChange = {
    userId: string;
    /**
     * Number of reports that the account is no longer staff.
     */
    changes: number;
    /**
     * Last reported version of the account.
     */
    version: Generated<number>;
    /**
     * Its open assignments are being released.
     */
    releasing: Generated<boolean>;
    /**
     * Deletion of the account. Its unpaid registrations are being deleted.
     */
    erasingSince: Timestamp | null;
};
export type Assignment = {
    registrationId: string;
    operatorId: string;
    registeredAt: Timestamp;
    isOpen: boolean;
    /**
     * Grows with the time waiting for staff; 0 when not waiting. Maintained by triggers.
     */
    urgency: Generated<number>;
};
export type ConsumerPosition = {
    consumer: string;
    publishedUs: number;
    seq: number;
};
export type CorrectionSnapshot = {
    registrationId: string;
    askedAt: Timestamp;
    reason: string;
    /**
     * @kyselyType(import('@g2/terms/details').Details)
     */
    details: import('@g2/terms/details').Details;
    /**
     * @kyselyType(import('../../src/domain/holders.ts').HolderInput[])
     */
    holders: import('../../src/domain/holders.ts').HolderInput[];
};
export type Counter = {
    kind: string;
    shard: number;
    value: number;
};
export type DroppedAssignment = {
    operatorId: string;
    registrationId: string;
    droppedAt: Timestamp;
};
export type FileClaim = {
    registrationId: string;
    sha256: string;
    heldSince: Timestamp;
};
export type FileContents = {
    objectKey: string;
    registrationId: string;
    /**
     * @kyselyType(import('@g2/terms/archive').ArchiveInspection)
     */
    found: import('@g2/terms/archive').ArchiveInspection;
};
export type FileWarning = {
    registrationId: string;
    code: string;
    registeredAt: Timestamp;
    statusUpdatedAt: Timestamp;
};
export type FlowDay = {
    day: Timestamp;
    shard: number;
    created: Generated<number>;
    paid: Generated<number>;
    issued: Generated<number>;
    reachedFile: Generated<number>;
    reachedPaid: Generated<number>;
    reachedReview: Generated<number>;
    reachedGovernment: Generated<number>;
    reachedCompleted: Generated<number>;
    reachedCertificate: Generated<number>;
    grewSubmitted: Generated<number>;
    grewPaid: Generated<number>;
    grewReviewing: Generated<number>;
    grewGovernment: Generated<number>;
    grewCompleted: Generated<number>;
    grewCertificate: Generated<number>;
    processingMs: Generated<number>;
};
export type GovernmentChange = {
    id: string;
    registrationId: string;
    /**
     * @kyselyType(import('../../src/domain/government.ts').FieldChange[])
     */
    fields: import('../../src/domain/government.ts').FieldChange[];
    changedBy: string;
    changedAt: Timestamp;
};
export type GovernmentFile = {
    id: string;
    registrationId: string;
    /**
     * @kyselyType(import('@g2/terms/government').GovernmentFileKind)
     */
    kind: import('@g2/terms/government').GovernmentFileKind;
    fileName: string;
    /**
     * @kyselyType(import('@g2/terms/government').GovernmentMedia)
     */
    mediaType: import('@g2/terms/government').GovernmentMedia;
    size: number;
    sha256: string;
    content: Buffer<ArrayBufferLike>;
    addedBy: string;
    addedAt: Timestamp;
};
export type GovernmentStep = {
    registrationId: string;
    version: number;
    /**
     * @kyselyType(import('@g2/terms/government').GovernmentData)
     */
    data: import('@g2/terms/government').GovernmentData;
    /**
     * Search key: letters and digits only.
     */
    protocolFolded: string | null;
    updatedBy: string;
    updatedAt: Timestamp;
};
export type Holder = {
    id: string;
    registrationId: string;
    holderName: string;
    holderTaxId: string;
    ownershipPercentage: number;
    createdAt: Timestamp;
};
export type IdempotencyKey = {
    scope: string;
    requestHash: string;
    response: unknown;
    createdAt: Generated<Timestamp>;
};
export type Inbox = {
    consumer: string;
    eventId: string;
    receivedAt: Generated<Timestamp>;
};
export type InternalNote = {
    id: string;
    registrationId: string;
    text: string;
    authorId: string;
    createdAt: Timestamp;
};
export type Message = {
    id: string;
    registrationId: string;
    /**
     * Position in the thread, from 1.
     */
    number: number;
    authorId: string;
    /**
     * @kyselyType('client' | 'staff')
     */
    authorSide: 'client' | 'staff';
    text: string;
    createdAt: Timestamp;
};
export type MessageThread = {
    registrationId: string;
    byClient: Generated<number>;
    byStaff: Generated<number>;
    /**
     * Staff messages read by the client.
     */
    clientRead: Generated<number>;
    /**
     * Client messages read by staff.
     */
    staffRead: Generated<number>;
    clientReadAt: Timestamp | null;
    staffReadAt: Timestamp | null;
    /**
     * Last mail to the owner about unread messages.
     */
    mailedAt: Timestamp | null;
    staffMailedAt: Timestamp | null;
};
export type MissedEvent = {
    consumer: string;
    eventId: string;
    foundAt: Generated<Timestamp>;
    dueAt: Generated<Timestamp>;
    givenUp: Generated<boolean>;
};
export type OperatorDay = {
    day: Timestamp;
    operatorId: string;
    steps: number;
    reviewed: number;
    corrections: number;
};
export type OperatorSpan = {
    /**
     * @kyselyType('pentad' | 'month' | 'quarter')
     */
    span: 'pentad' | 'month' | 'quarter';
    begins: Timestamp;
    operatorId: string;
    steps: number;
    reviewed: number;
    corrections: number;
};
export type Outbox = {
    seq: Generated<number>;
    id: string;
    type: string;
    aggregateId: string;
    version: number;
    data: unknown;
    traceparent: string | null;
    createdAt: Generated<Timestamp>;
    publishedAt: Timestamp | null;
};
export type PaymentDecision = {
    paymentId: string;
    registrationId: string;
    /**
     * @kyselyType('paid' | 'refused')
     */
    outcome: 'paid' | 'refused';
    reason: string | null;
    /**
     * Owner at the time of the decision; null for decisions before this column existed.
     */
    title: string | null;
    decidedAt: Timestamp;
};
export type PaymentFlag = {
    paymentId: string;
    registrationId: string;
    flag: string | null;
    version: number;
    toldAt: Timestamp;
    /**
     * @kyselyType(import('@g2/terms/closures').ClosureReason)
     */
    closedReason: import('@g2/terms/closures').ClosureReason | null;
    closedAt: Timestamp | null;
    closedAmount: number | null;
    /**
     * The bank refused a refund, and the money was not returned another way yet.
     */
    refundFailed: Generated<boolean>;
};
export type PaymentReminder = {
    registrationId: string;
    remindedAt: Timestamp;
    remindedBy: string;
};
export type Progress = {
    registrationId: string;
    createdOn: Timestamp;
    furthest: number;
};
export type QueueView = {
    id: string;
    userId: string;
    name: string;
    /**
     * Normalised name, unique per owner.
     */
    nameFolded: string;
    query: string;
    createdAt: Timestamp;
};
export type Reason = {
    id: string;
    title: string;
    text: string;
    place: number;
    archivedAt: Timestamp | null;
    createdAt: Timestamp;
};
export type ReasonUse = {
    registrationId: string;
    askedAt: Timestamp;
    reasonId: string;
};
export type Registration = {
    id: string;
    version: Generated<number>;
    userId: string;
    title: string;
    applicantName: string;
    applicantEmail: string;
    applicantTaxId: string;
    holderName: string;
    description: string;
    jurisdiction: Generated<string>;
    notes: string | null;
    /**
     * Unique among paid, open cases.
     */
    sha256: string | null;
    sha512: string | null;
    fileName: string | null;
    fileSize: number | null;
    fileStoragePath: string | null;
    fileAttachedAt: Timestamp | null;
    earlierSha256: string | null;
    earlierFileName: string | null;
    earlierFileSize: number | null;
    earlierFileStoragePath: string | null;
    earlierFileAttachedAt: Timestamp | null;
    /**
     * @kyselyType(import('@g2/terms/statuses').Status)
     */
    status: Generated<import('@g2/terms/statuses').Status>;
    statusUpdatedAt: Timestamp;
    statusUpdatedBy: string | null;
    paymentAmount: Generated<number>;
    paymentId: string | null;
    paymentPaidAt: Timestamp | null;
    governmentSubmittedAt: Timestamp | null;
    certificateIssuedAt: Timestamp | null;
    correctionReason: string | null;
    changedSinceCorrection: Generated<boolean>;
    correctionsAskedAt: Timestamp | null;
    holdersTotal: Generated<number>;
    /**
     * Previous version; null for a first version. The root is the first version.
     */
    previousId: string | null;
    rootId: string | null;
    versionNumber: Generated<number>;
    whatIsNew: string | null;
    certificateRevokedAt: Timestamp | null;
    /**
     * Set together when the case is closed: full refund or lost dispute.
     */
    closedAt: Timestamp | null;
    /**
     * @kyselyType(import('@g2/terms/closures').ClosureReason)
     */
    closedReason: import('@g2/terms/closures').ClosureReason | null;
    closedAmount: number | null;
    createdAt: Timestamp;
};
export type SearchText = {
    registrationId: string;
    searched: string;
    hash: string | null;
    userId: string;
    registeredAt: Timestamp;
};
export type StageTime = {
    /**
     * @kyselyType('day' | 'pentad' | 'month' | 'quarter')
     */
    span: 'day' | 'pentad' | 'month' | 'quarter';
    begins: Timestamp;
    stage: string;
    bucket: number;
    shard: number;
    registrations: number;
};
export type StatusHistory = {
    id: string;
    registrationId: string;
    /**
     * @kyselyType(import('@g2/terms/statuses').Status)
     */
    fromStatus: import('@g2/terms/statuses').Status | null;
    /**
     * @kyselyType(import('@g2/terms/statuses').Status)
     */
    toStatus: import('@g2/terms/statuses').Status;
    changedBy: string | null;
    reason: string | null;
    notes: string | null;
    createdAt: Timestamp;
};
export type TakenCertificate = {
    registrationId: string;
    takenAt: Timestamp;
};
export type UncountedStep = {
    historyId: string;
};
export type UnpaidFileTotal = {
    shard: number;
    files: number;
    cents: number;
};
export type UnpaidFileWarning = {
    registrationId: string;
    attachedAt: Timestamp;
    expiresAt: Timestamp;
};
export type UploadTicket = {
    id: string;
    registrationId: string;
    userId: string;
    fileName: string;
    /**
     * @kyselyType('open' | 'committed' | 'refused' | 'expired')
     */
    state: Generated<'open' | 'committed' | 'refused' | 'expired'>;
    objectKey: string | null;
    sha256: string | null;
    fileSize: number | null;
    /**
     * @kyselyType({ code: string; message: string; facts?: Record<string, string> })
     */
    refusal: { code: string; message: string; facts?: Record<string, string> } | null;
    createdAt: Timestamp;
    settledAt: Timestamp | null;
    /**
     * Start of a later upload of the registration. This one can no longer commit.
     */
    supersededAt: Timestamp | null;
    /**
     * Upload-Metadata header (tus), verbatim.
     */
    metadata: string | null;
};
export type Viewer = {
    registrationId: string;
    userId: string;
    since: Timestamp;
    seenAt: Timestamp;
};
export type DB = {
    accountChanges: AccountChange;
    consumerPositions: ConsumerPosition;
    correctionReasonUses: ReasonUse;
    correctionReasons: Reason;
    correctionSnapshots: CorrectionSnapshot;
    droppedAssignments: DroppedAssignment;
    fileClaims: FileClaim;
    fileContents: FileContents;
    fileWarnings: FileWarning;
    flowDays: FlowDay;
    governmentChanges: GovernmentChange;
    governmentFiles: GovernmentFile;
    governmentSteps: GovernmentStep;
    idempotencyKeys: IdempotencyKey;
    inbox: Inbox;
    internalNotes: InternalNote;
    missedEvents: MissedEvent;
    operatorDays: OperatorDay;
    operatorSpans: OperatorSpan;
    outbox: Outbox;
    paymentDecisions: PaymentDecision;
    paymentFlags: PaymentFlag;
    paymentReminders: PaymentReminder;
    queueViews: QueueView;
    registrationAssignments: Assignment;
    registrationCounters: Counter;
    registrationHolders: Holder;
    registrationMessages: Message;
    registrationProgress: Progress;
    registrationSearch: SearchText;
    registrationStatusHistory: StatusHistory;
    registrationThreads: MessageThread;
    registrationViewers: Viewer;
    registrations: Registration;
    stageTimes: StageTime;
    takenCertificates: TakenCertificate;
    uncountedSteps: UncountedStep;
    unpaidFileWarnings: UnpaidFileWarning;
    unpaidFiles: UnpaidFileTotal;
    uploadTickets: UploadTicket;
};
