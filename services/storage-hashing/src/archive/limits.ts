import { MAX_ARCHIVE_ENTRIES, MAX_UNPACKED_BYTES } from '@g2/terms/limits';

/** `unpacked` in bytes. */
export const LIMITS = { entries: MAX_ARCHIVE_ENTRIES, unpacked: MAX_UNPACKED_BYTES, ms: 60_000 };
export type Limits = Record<keyof typeof LIMITS, number>;
