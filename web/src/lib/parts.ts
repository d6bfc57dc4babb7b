import { whenUsed } from '@g2/gateway/contract/when-used';
import { turn } from './turn.ts';

/** One that hangs holds up what does not need it no longer than this, ms. */
const LONGEST_MS = 5_000;

/**
 * Runs the scripts that the document asks for, in its order, each in a turn of its own: all at once, as one import of the
 * page would, keep a phone from answering for half a second. One that cannot be had is told by whoever imports it.
 */
export const ranParts = whenUsed(async (): Promise<void> => {
  // Where the build renders pages, no document asks for anything; and a browser that has not fetched them yet would do so
  // one after the other.
  if (import.meta.env.SSR || !document.createElement('link').relList.supports('modulepreload')) return;
  await Promise.race([runParts(), new Promise((resolve) => setTimeout(resolve, LONGEST_MS))]);
});

/** The same each time it is called. */
export async function runParts(): Promise<void> {
  for (const { href } of document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')) {
    await import(/* @vite-ignore */ href).catch(() => undefined);
    await turn();
  }
}
