import { v7 } from 'uuid';

/** A parameter wherever time matters, so that tests can set it. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();

/** UUIDv7 (RFC 9562): sorts by creation time. */
export const newId = (): string => v7();

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** True for text that PostgreSQL accepts as uuid; the caller responds 404 to others. */
export const isUuid = (text: string): boolean => UUID.test(text);
