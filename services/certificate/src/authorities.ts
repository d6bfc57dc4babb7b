import type { Stamped, Timestamp } from '@g2/proof/timestamp';

/** Who says when a hash existed. */
export type Authority = { url: string; stamp(what: Stamped): Promise<Timestamp & { answer: Buffer }> };
