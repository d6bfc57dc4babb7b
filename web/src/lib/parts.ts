import { whenUsed } from '@g2/gateway/contract/when-used';
import { turn } from './turn.ts';

/**
 * Runs the scripts that the document asks for, in its order, each in a turn of its own: all at once, as one import of the
 * page would, keep a phone from answering for half a second. One that cannot be had is told by whoever imports it.
 */
export const ranParts = whenUsed(async (): Promise<void> => {
  // Where the build renders pages, no document asks for anything.
  if (import.meta.env.SSR) return;
  for (const { href } of document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')) {
    await import(/* @vite-ignore */ href).catch(() => undefined);
    await turn();
  }
});
