import { whenUsed } from '@g2/gateway/contract/when-used';
import { yieldToInput } from './yield-to-input.ts';

/** Timeout, ms: a script that hangs must not block the rest of the application for longer. */
const TIMEOUT_MS = 5_000;

/**
 * Runs the preloaded scripts of the document in order and yields between them: all at once, as one static import, would
 * block a phone for half a second. A script that cannot be loaded is reported by the code that imports it.
 */
export const runPreloadedScriptsOnce = whenUsed(async (): Promise<void> => {
  // During prerendering no document exists. A browser without modulepreload has fetched nothing yet, and would fetch
  // the scripts one after the other here.
  if (import.meta.env.SSR || !document.createElement('link').relList.supports('modulepreload')) return;
  await Promise.race([runPreloadedScripts(), new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS))]);
});

/** Imports the document's modulepreload scripts one by one. A repeated call runs no script again. */
export async function runPreloadedScripts(): Promise<void> {
  for (const { href } of document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')) {
    await import(/* @vite-ignore */ href).catch(() => undefined);
    await yieldToInput();
  }
}
