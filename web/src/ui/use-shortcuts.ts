import { useLayoutEffect, useRef, useSyncExternalStore } from 'react';

const KEY = 'shortcuts';
const OFF = 'off';
const listeners = new Set<() => void>();
let enabled = stored();

function stored(): boolean {
  try {
    return localStorage.getItem(KEY) !== OFF;
  } catch {
    return true;
  }
}

/** Single keys can be switched off, for those whose voice or aid types letters (WCAG 2.1.4). Kept in this browser. */
export function setShortcutsEnabled(on: boolean): void {
  enabled = on;
  try {
    if (on) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, OFF);
  } catch {
    // Storage may be blocked; the choice then holds for this visit only.
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

/** A key as `event.key` names it (letters in lower case) and what it does. */
export type ShortcutMap = Readonly<Record<string, (() => void) | undefined>>;

/**
 * Single keys of a page. They are silent while one types, with a modifier key held, inside a menu, and while a dialog
 * is open.
 */
export function useShortcuts(keys: ShortcutMap): void {
  const latest = useRef(keys);
  // With what is drawn, not after it: a key that comes at once does what one sees.
  useLayoutEffect(() => {
    latest.current = keys;
  });
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
      // Named keys, such as Escape, are nobody's typing.
      if (!enabled && event.key.length === 1) return;
      const isLetter = /^\p{L}$/u.test(event.key);
      if (isLetter && event.shiftKey) return;
      const run = latest.current[isLetter ? event.key.toLowerCase() : event.key];
      if (run === undefined || isTaken(event)) return;
      event.preventDefault();
      run();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

const DIALOG = '[role="dialog"][aria-modal="true"]';
const TAKEN = [
  DIALOG,
  '[role="menu"]',
  '[role="listbox"]',
  'input:not([type="checkbox"], [type="radio"], [type="button"])',
  'textarea',
  'select',
  '[contenteditable="true"]',
].join();

function isTaken(event: KeyboardEvent): boolean {
  if (document.querySelector(DIALOG) !== null) return true;
  // The path as it was when the key went down: a dialog that this very key has closed is still on it.
  return event.composedPath().some((element) => element instanceof Element && element.matches(TAKEN));
}
