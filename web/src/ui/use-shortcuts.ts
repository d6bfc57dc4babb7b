import { useEffectEvent, useLayoutEffect, useSyncExternalStore } from 'react';

const STORAGE_KEY = 'shortcuts';
const OFF_VALUE = 'off';
const listeners = new Set<() => void>();
let enabled = readEnabled();

function readEnabled(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== OFF_VALUE;
  } catch {
    return true;
  }
}

/** Turns single-key shortcuts on or off (WCAG 2.1.4), for users of speech input; stored in this browser. */
export function setShortcutsEnabled(on: boolean): void {
  enabled = on;
  try {
    if (on) localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, OFF_VALUE);
  } catch {
    // If storage is blocked, the choice lasts until the page is closed.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useShortcutsEnabled(): boolean {
  return useSyncExternalStore(subscribe, () => enabled);
}

/** Action by `event.key`; letters in lower case. */
type ShortcutMap = Readonly<Record<string, (() => void) | undefined>>;

/**
 * Registers single-key shortcuts of a page. They do nothing while the user types, with a modifier key, inside a menu or
 * while a dialog is open.
 */
export function useShortcuts(shortcuts: ShortcutMap): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    // Named keys such as Escape stay active even if single keys are turned off.
    if (!enabled && event.key.length === 1) return;
    const isLetter = /^\p{L}$/u.test(event.key);
    if (isLetter && event.shiftKey) return;
    const run = shortcuts[isLetter ? event.key.toLowerCase() : event.key];
    if (run === undefined || belongsToElement(event)) return;
    event.preventDefault();
    run();
  });
  // A layout effect, so that a key pressed right after the first rendering is handled.
  useLayoutEffect(() => {
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

const DIALOG = '[role="dialog"][aria-modal="true"]';
const KEY_OWNERS = [
  DIALOG,
  '[role="menu"]',
  '[role="listbox"]',
  'input:not([type="checkbox"], [type="radio"], [type="button"])',
  'textarea',
  'select',
  '[contenteditable="true"]',
].join();

function belongsToElement(event: KeyboardEvent): boolean {
  if (document.querySelector(DIALOG) !== null) return true;
  // composedPath() is from before the key event, so it still contains a dialog that this key has closed.
  return event.composedPath().some((element) => element instanceof Element && element.matches(KEY_OWNERS));
}
