import { EMBEDDED_VERDICT_ID, type EmbeddedVerdict } from '@g2/gateway/contract/embedded-verdict';
import type { Verdict } from '@g2/gateway/contract/verification';
import type { QueryClient } from '@tanstack/react-query';

/*
 * Verification result of a certificate that the server embedded in the page. Server rendering and the browser's
 * hydration both start from it, so that their markup is the same.
 */

const QUERY_KEY = [EMBEDDED_VERDICT_ID];

export function cacheEmbeddedVerdict(client: QueryClient, embedded: EmbeddedVerdict): void {
  client.setQueryData(QUERY_KEY, embedded);
}

/** Reads the embedded result from the document, if there is one. */
export function readEmbeddedVerdict(client: QueryClient): void {
  const text = document.getElementById(EMBEDDED_VERDICT_ID)?.textContent;
  // JSON.parse is safe here: our own server wrote this text.
  if (text) cacheEmbeddedVerdict(client, JSON.parse(text) as EmbeddedVerdict);
}

/** The embedded result for this certificate number; undefined if the server checked another number, or none. */
export function embeddedVerdictOf(client: QueryClient, number: string): Verdict | undefined {
  const embedded = client.getQueryData<EmbeddedVerdict>(QUERY_KEY);
  return embedded?.number === number ? embedded.verdict : undefined;
}
