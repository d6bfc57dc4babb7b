import { MAX_ARCHIVE_ENTRIES, MAX_UNPACKED_BYTES } from '@g2/terms/limits';

/** What an inspection goes through at most. */
export type Limits = {
  entries: number;
  /** Bytes. */
  unpacked: number;
  /** How long it may take, ms. */
  ms: number;
};

export const LIMITS: Limits = { entries: MAX_ARCHIVE_ENTRIES, unpacked: MAX_UNPACKED_BYTES, ms: 60_000 };
