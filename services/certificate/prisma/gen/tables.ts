import type { ColumnType, GeneratedAlways } from "kysely";
export type Generated<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S, I | undefined, U>
  : ColumnType<T, T | undefined, T>;
export type Timestamp = ColumnType<Date, Date | string, Date | string>;

export type Certificate = {
    id: string;
    registrationId: string;
    userId: string;
    number: string;
    sha256: string;
    pdf: Buffer<ArrayBufferLike>;
    facts: unknown;
    issuedAt: Timestamp;
    version: Generated<number>;
    supersedes: string | null;
    supersededBy: string | null;
    /**
     * @kyselyType(import('../../src/domain/certificate.ts').Level)
     */
    level: Generated<import('../../src/domain/certificate.ts').Level>;
    signedBytes: number | null;
    dueAt: Timestamp | null;
    tries: Generated<number>;
    revokedAt: Timestamp | null;
    revokedBy: string | null;
    reason: string | null;
    /**
     * @kyselyType(import('kysely').GeneratedAlways<string | null>)
     */
    fileSha256: import('kysely').GeneratedAlways<string | null> | null;
};
export type ConsumerPosition = {
    consumer: string;
    publishedUs: number;
    seq: number;
};
export type Content = {
    registrationId: string;
    fileSha256: string;
    files: number;
    root: string;
};
export type Doubt = {
    paymentId: string;
    registrationId: string;
    flag: string | null;
    version: number;
    toldAt: Timestamp;
    keptAt: Timestamp | null;
    keptBy: string | null;
    reason: string | null;
};
export type Evidence = {
    seq: Generated<number>;
    registrationId: string;
    userId: string;
    /**
     * @kyselyType(import('../../src/evidence/domain/manifest.ts').Kind)
     */
    kind: import('../../src/evidence/domain/manifest.ts').Kind;
    salt: Buffer<ArrayBufferLike> | null;
    manifest: Buffer<ArrayBufferLike> | null;
    commitment: Buffer<ArrayBufferLike>;
    recordedAt: Timestamp;
    logIndex: number | null;
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
export type LogCheckpoint = {
    size: number;
    root: Buffer<ArrayBufferLike>;
    note: string;
    cosignatures: string[];
    createdAt: Timestamp;
};
export type LogEntry = {
    index: number;
    entry: Buffer<ArrayBufferLike>;
};
export type LogTile = {
    level: number;
    index: number;
    hashes: Buffer<ArrayBufferLike>;
};
export type LogWitness = {
    name: string;
    size: number;
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
export type Publicity = {
    registrationId: string;
    title: boolean;
    holders: boolean;
};
export type Stamp = {
    id: string;
    registrationId: string | null;
    checkpointSize: number | null;
    /**
     * @kyselyType('file' | 'certificate' | 'checkpoint')
     */
    of: 'file' | 'certificate' | 'checkpoint';
    /**
     * @kyselyType('sha256' | 'sha512')
     */
    algorithm: 'sha256' | 'sha512';
    hash: Buffer<ArrayBufferLike>;
    authorityUrl: string;
    askedAt: Timestamp;
    dueAt: Timestamp;
    tries: Generated<number>;
    answer: Buffer<ArrayBufferLike> | null;
    authority: string | null;
    time: Timestamp | null;
};
export type VersionChange = {
    registrationId: string;
    added: number | null;
    removed: number | null;
    changed: number | null;
    unchanged: number | null;
};
export type DB = {
    certificates: Certificate;
    consumerPositions: ConsumerPosition;
    contents: Content;
    doubts: Doubt;
    evidence: Evidence;
    idempotencyKeys: IdempotencyKey;
    inbox: Inbox;
    logCheckpoints: LogCheckpoint;
    logEntries: LogEntry;
    logTiles: LogTile;
    logWitnesses: LogWitness;
    missedEvents: MissedEvent;
    outbox: Outbox;
    publicity: Publicity;
    stamps: Stamp;
    versionChanges: VersionChange;
};
