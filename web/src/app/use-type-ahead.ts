import { type KeyboardEvent, useRef } from 'react';

/** After this pause the typed letters are discarded (spec §9). */
const RESET_MS = 1000;

/** Typed letters move a menu's focus to the next item that begins with them. */
export function useTypeAhead(): (event: KeyboardEvent<HTMLElement>) => void {
  const typed = useRef({ text: '', at: 0 });
  return (event) => {
    if (event.key.length !== 1 || event.key === ' ' || event.ctrlKey || event.metaKey || event.altKey) return;
    // Mantine's own search resets after half a second; it skips events that are already handled.
    event.preventDefault();
    const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="menuitem"]')];
    const fresh = event.timeStamp - typed.current.at > RESET_MS;
    const text = (fresh ? '' : typed.current.text) + event.key.toLowerCase();
    typed.current = { text, at: event.timeStamp };
    // The same letter repeated cycles through the items; different letters may keep the current item.
    const wanted = Array.from(text).every((letter) => letter === text[0]) ? event.key.toLowerCase() : text;
    const current =
      document.activeElement instanceof HTMLElement ? items.indexOf(document.activeElement) : -1;
    const from = wanted.length === 1 ? current + 1 : Math.max(current, 0);
    const order = [...items.slice(from), ...items.slice(0, from)];
    order.find((item) => item.textContent?.trim().toLowerCase().startsWith(wanted))?.focus();
  };
}
