import { EMBEDDED_VERDICT_ID, type EmbeddedVerdict } from '@g2/gateway/contract/embedded-verdict';
import type { Verdict } from '@g2/gateway/contract/verification';
import type { QueryClient } from '@tanstack/react-query';

/*
 * What the server knew of a certificate when it sent this page: rendered by the server and taken over by the browser, the
 * page begins with the same.
 */

const KEY = [EMBEDDED_VERDICT_ID];

export function rememberSeen(client: QueryClient, seen: EmbeddedVerdict): void {
  client.setQueryData(KEY, seen);
}

/** The same, out of the document, where it has it. */
export function takeSeen(client: QueryClient): void {
  const text = document.getElementById(EMBEDDED_VERDICT_ID)?.textContent;
  // Written by our own server.
  if (text) rememberSeen(client, JSON.parse(text) as EmbeddedVerdict);
}

/** What the server said of this number; undefined where it was not asked. */
export function seenOf(client: QueryClient, number: string): Verdict | undefined {
  const seen = client.getQueryData<EmbeddedVerdict>(KEY);
  return seen?.number === number ? seen.verdict : undefined;
}
