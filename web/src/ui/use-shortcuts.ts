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
export function setShortcutsEnabled(newEnabled: boolean): void {
  enabled = newEnabled;
  try {
    if (newEnabled) localStorage.removeItem(STORAGE_KEY);
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

/** Actions by the value of `event.key`; a letter is in lower case. */
type ShortcutMap = Readonly<Record<string, (() => void) | undefined>>;

/**
 * Registers single-key shortcuts of a page. They are ignored while the user types, when a modifier
 * key is held, when the focus is in a menu and while a dialog is open.
 */
export function useShortcuts(shortcuts: ShortcutMap): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    // Named keys such as Escape stay active even if single keys are turned off.
    if (!enabled && event.key.length === 1) return;
    const isLetter = /^\p{L}$/u.test(event.key);
    if (isLetter && event.shiftKey) return;
    const action = shortcuts[isLetter ? event.key.toLowerCase() : event.key];
    if (action === undefined || belongsToElement(event)) return;
    event.preventDefault();
    action();
  });
  // A layout effect, so that a key pressed right after the first rendering is handled.
  useLayoutEffect(() => {
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

const DIALOG_SELECTOR = '[role="dialog"][aria-modal="true"]';
const ELEMENTS_WITH_OWN_KEYS = [
  DIALOG_SELECTOR,
  '[role="menu"]',
  '[role="listbox"]',
  'input:not([type="checkbox"], [type="radio"], [type="button"])',
  'textarea',
  'select',
  '[contenteditable="true"]',
].join();

/** True if a dialog is open or the event comes from an element that handles keys itself. */
function belongsToElement(event: KeyboardEvent): boolean {
  if (document.querySelector(DIALOG_SELECTOR) !== null) return true;
  // composedPath() is computed before the event is handled, so it still contains a dialog that this key has closed.
  return event
    .composedPath()
    .some((element) => element instanceof Element && element.matches(ELEMENTS_WITH_OWN_KEYS));
}
