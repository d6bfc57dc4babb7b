import { v7 } from 'uuid';

/** The clock comes in as a parameter wherever time decides something, so that tests can set it. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();

/** UUIDv7 (RFC 9562): sorts by creation time. */
export const newId = (): string => v7();

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** True for text PostgreSQL takes as a uuid; anything else names nothing and is a 404. */
export const isUuid = (text: string): boolean => UUID.test(text);
