import type { Verdict } from './verification.ts';

/** Certificate data that the server embedded in the page. */
export type EmbeddedVerdict = { readonly number: string; readonly verdict: Verdict };

/** Id of the JSON script element that contains the `EmbeddedVerdict`. */
export const EMBEDDED_VERDICT_ID = 'g2-seen';
