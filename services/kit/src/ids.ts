import { v7 } from 'uuid';

/** Returns the current time. Code that depends on time takes a clock as parameter, so that tests can set the time. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();

/** UUIDv7 (RFC 9562): sorts by creation time. */
export const newId = (): string => v7();

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** True for a UUID in the notation that PostgreSQL accepts; the caller responds 404 to any other id. */
export const isUuid = (text: string): boolean => UUID.test(text);
