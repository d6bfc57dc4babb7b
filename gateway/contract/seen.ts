import type { Verdict } from './verification.ts';

/** What the server knew of a certificate when it sent its page. */
export type Seen = { readonly number: string; readonly verdict: Verdict };

/** The element, of JSON, in which the page has that. */
export const SEEN_ID = 'g2-seen';
