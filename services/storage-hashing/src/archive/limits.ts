import { MAX_ARCHIVE_ENTRIES, MAX_UNPACKED_BYTES } from '@g2/terms/limits';

export type Limits = {
  entries: number;
  /** Bytes. */
  unpacked: number;
  /** ms. */
  ms: number;
};

export const LIMITS: Limits = { entries: MAX_ARCHIVE_ENTRIES, unpacked: MAX_UNPACKED_BYTES, ms: 60_000 };
