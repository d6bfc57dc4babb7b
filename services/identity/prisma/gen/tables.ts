import type { ColumnType } from "kysely";
export type Generated<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S, I | undefined, U>
  : ColumnType<T, T | undefined, T>;
export type Timestamp = ColumnType<Date, Date | string, Date | string>;

export type ApiToken = {
    id: string;
    userId: string;
    hash: string;
    prefix: string;
    name: string;
    scopes: string[];
    createdAt: Timestamp;
    expiresAt: Timestamp | null;
    lastUsedAt: Timestamp | null;
};
export type Approval = {
    id: string;
    operation: string;
    rpc: string;
    requestHash: string;
    params: string;
    body: string;
    /**
     * @kyselyType(import('../../src/domain/approvals.ts').ApprovalState)
     */
    state: import('../../src/domain/approvals.ts').ApprovalState;
    requestedBy: string;
    requestedAt: Timestamp;
    expiresAt: Timestamp;
    decidedBy: string | null;
    decidedAt: Timestamp | null;
    note: Generated<string>;
    failure: Generated<string>;
};
export type AssignmentNotice = {
    operatorId: string;
    registrationId: string;
    /**
     * Owner of the registration; null in rows of an earlier release.
     */
    userId: string | null;
    title: string;
    /**
     * State that the operator was last notified of.
     */
    wasTheirs: boolean;
    isTheirs: boolean;
    firstEvent: string;
    lastEvent: string;
    since: Timestamp;
};
export type Audit = {
    id: string;
    at: Timestamp;
    action: string;
    actorId: string | null;
    subjectType: string;
    subjectId: string;
    requestId: string;
    detail: unknown;
    address: string | null;
    addressSalt: Buffer<ArrayBufferLike> | null;
    addressHash: Buffer<ArrayBufferLike>;
    position: number | null;
    hash: Buffer<ArrayBufferLike> | null;
};
export type Avatar = {
    userId: string;
    sourceUrl: string;
    image: Buffer<ArrayBufferLike> | null;
    version: string | null;
    attempts: Generated<number>;
    fetchedAt: Timestamp | null;
    nextAt: Timestamp | null;
};
export type ConsumerPosition = {
    consumer: string;
    publishedUs: number;
    seq: number;
};
export type Contact = {
    number: string;
    userId: string | null;
    name: string;
    email: string;
    subject: string;
    message: string;
    registrationId: string | null;
    isOpen: Generated<boolean>;
    /**
     * True when staff wrote last.
     */
    isAnswered: Generated<boolean>;
    /**
     * True when the author has an unread answer.
     */
    isUnread: Generated<boolean>;
    /**
     * Staff member in charge.
     */
    assigneeId: string | null;
    version: Generated<number>;
    createdAt: Timestamp;
    changedAt: Timestamp;
    closedAt: Timestamp | null;
    closedBy: string | null;
    /**
     * Normalised number, name, e-mail, subject and texts for search.
     */
    searched: string;
};
export type ContactAnswer = {
    id: string;
    number: string;
    authorId: string;
    /**
     * Null: written by the author of the contact.
     */
    fromStaff: Generated<boolean>;
    text: string;
    createdAt: Timestamp;
};
export type ContactYear = {
    year: number;
    last: number;
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
export type KnownAddress = {
    key: string;
    kind: Generated<string>;
    userId: string;
    expire: Timestamp;
};
export type LinkedAccount = {
    id: string;
    userId: string;
    provider: string;
    issuer: string;
    subject: string;
    email: string | null;
    linkedAt: Timestamp;
    lastUsedAt: Timestamp | null;
};
export type MailToken = {
    hash: string;
    userId: string;
    /**
     * @kyselyType(import('../../src/domain/mail-token.ts').MailPurpose)
     */
    purpose: import('../../src/domain/mail-token.ts').MailPurpose;
    email: string;
    expire: Timestamp;
    createdAt: Timestamp;
};
export type MissedEvent = {
    consumer: string;
    eventId: string;
    foundAt: Generated<Timestamp>;
    dueAt: Generated<Timestamp>;
    givenUp: Generated<boolean>;
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
export type OutgoingEmail = {
    id: string;
    /**
     * Null for the last mail of a deleted account.
     */
    userId: string | null;
    recipient: string;
    subject: string;
    body: string;
    attachmentName: string | null;
    attachment: Buffer<ArrayBufferLike> | null;
    dedupeKey: string;
    attempts: Generated<number>;
    nextAt: Timestamp;
    sentAt: Timestamp | null;
    givenUpAt: Timestamp | null;
    createdAt: Timestamp;
    held: Generated<boolean>;
    /**
     * Other accounts that the mail names or quotes. The mail is deleted with them.
     */
    aboutUsers: Generated<string[]>;
};
export type Passkey = {
    id: string;
    userId: string;
    publicKey: Buffer<ArrayBufferLike>;
    counter: number;
    transports: unknown;
    name: string;
    backedUp: boolean;
    createdAt: Timestamp;
    lastUsedAt: Timestamp | null;
};
export type RateLimit = {
    key: string;
    points: Generated<number>;
    expire: number | null;
};
export type RecoveryCode = {
    hash: string;
    userId: string;
    usedAt: Timestamp | null;
};
export type ResetRequest = {
    email: string;
    askedAt: Timestamp;
    requestId: string;
    address: string;
};
export type Session = {
    sid: string;
    userId: string;
    sess: unknown;
    expire: Timestamp;
    createdAt: Generated<Timestamp>;
    usedAt: Generated<Timestamp>;
    address: Generated<string>;
    agent: Generated<string>;
    confirmedAt: Generated<Timestamp>;
};
export type SignInRequest = {
    email: string;
    askedAt: Timestamp;
};
export type Totp = {
    userId: string;
    secret: Buffer<ArrayBufferLike>;
    createdAt: Timestamp;
    enabledAt: Timestamp | null;
    lastStep: Generated<number>;
};
export type UsedChallenge = {
    hash: string;
    expire: Timestamp;
};
export type User = {
    id: string;
    email: string;
    passwordHash: string | null;
    firstName: string;
    lastName: string;
    /**
     * @kyselyType(import('@g2/terms/names').Role)
     */
    role: Generated<import('@g2/terms/names').Role>;
    isActive: Generated<boolean>;
    profileImageUrl: string | null;
    emailVerifiedAt: Timestamp | null;
    mfaEnabled: Generated<boolean>;
    version: Generated<number>;
    createdAt: Timestamp;
    updatedAt: Timestamp;
    /**
     * Normalised names and e-mail for search. Maintained by a trigger.
     */
    searched: string | null;
};
export type UserCount = {
    /**
     * @kyselyType(import('@g2/terms/names').Role)
     */
    role: import('@g2/terms/names').Role;
    shard: Generated<number>;
    total: Generated<number>;
};
export type DB = {
    apiTokens: ApiToken;
    approvals: Approval;
    assignmentNotices: AssignmentNotice;
    audit: Audit;
    avatars: Avatar;
    consumerPositions: ConsumerPosition;
    contactAnswers: ContactAnswer;
    contactYears: ContactYear;
    contacts: Contact;
    idempotencyKeys: IdempotencyKey;
    inbox: Inbox;
    knownAddresses: KnownAddress;
    linkedAccounts: LinkedAccount;
    mailTokens: MailToken;
    missedEvents: MissedEvent;
    outbox: Outbox;
    outgoingEmails: OutgoingEmail;
    passkeys: Passkey;
    rateLimits: RateLimit;
    recoveryCodes: RecoveryCode;
    resetRequests: ResetRequest;
    sessions: Session;
    signInRequests: SignInRequest;
    totp: Totp;
    usedChallenges: UsedChallenge;
    userCounts: UserCount;
    users: User;
};
