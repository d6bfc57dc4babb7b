import type { Verdict } from './verification.ts';

/** Certificate data the server embedded in the page. */
export type Seen = { readonly number: string; readonly verdict: Verdict };

/** Id of the JSON script element that holds it. */
export const SEEN_ID = 'g2-seen';
