import type { ColumnType } from "kysely";
export type Generated<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S, I | undefined, U>
  : ColumnType<T, T | undefined, T>;
export type Timestamp = ColumnType<Date, Date | string, Date | string>;

export type ConsumerPosition = {
    consumer: string;
    publishedUs: number;
    seq: number;
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
export type Inspection = {
    objectKey: string;
    registrationId: string;
    dueAt: Timestamp | null;
    tries: Generated<number>;
    inspectedAt: Timestamp | null;
    problem: string | null;
    files: number | null;
    bytes: number | null;
    languages: unknown | null;
    warnings: unknown | null;
    root: string | null;
};
export type Lease = {
    name: string;
    holder: string;
    until: Timestamp;
};
export type ManifestFile = {
    objectKey: string;
    index: number;
    path: string;
    size: number;
    sha256: string | null;
    language: string | null;
    warning: string | null;
    isText: boolean;
    place: unknown;
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
export type Removal = {
    key: string;
    said: Generated<number>;
    dueAt: Timestamp;
    failures: Generated<number>;
};
export type Scrub = {
    objectKey: string;
    dueAt: Timestamp;
    scrubbedAt: Timestamp;
    /**
     * @kyselyType(import('../../src/domain/scrub.ts').Outcome)
     */
    outcome: import('../../src/domain/scrub.ts').Outcome | null;
};
export type StoredObject = {
    key: string;
    jti: string | null;
    registrationId: string | null;
    sha256: string | null;
    sha512: string | null;
    size: number | null;
    entries: number | null;
    unpacked: number | null;
    /**
     * @kyselyType(import('../../src/domain/lifecycle.ts').ObjectState)
     */
    state: import('../../src/domain/lifecycle.ts').ObjectState;
    createdAt: Timestamp;
    releasedAt: Timestamp | null;
};
export type Upload = {
    jti: string;
    registrationId: string;
    userId: string;
    objectKey: string;
    /**
     * @kyselyType('receiving' | 'stored' | 'refused' | 'expired')
     */
    state: Generated<'receiving' | 'stored' | 'refused' | 'expired'>;
    startedAt: Timestamp;
    endedAt: Timestamp | null;
    /**
     * Announced bytes; null for uploads in one request.
     */
    size: number | null;
    /**
     * Hash announced by the sender.
     */
    declaredSha256: string | null;
    /**
     * Durably stored bytes, including `tail`.
     */
    offset: Generated<number>;
    parts: unknown | null;
    /**
     * Remainder smaller than one part, until more bytes arrive.
     */
    tail: Buffer<ArrayBufferLike> | null;
    /**
     * Current writer; a later writer replaces it.
     */
    writer: string | null;
    /**
     * Error code of the refusal.
     */
    refusal: string | null;
};
export type DB = {
    consumerPositions: ConsumerPosition;
    idempotencyKeys: IdempotencyKey;
    inbox: Inbox;
    inspections: Inspection;
    leases: Lease;
    manifestFiles: ManifestFile;
    missedEvents: MissedEvent;
    objects: StoredObject;
    outbox: Outbox;
    removals: Removal;
    scrubs: Scrub;
    uploads: Upload;
};
