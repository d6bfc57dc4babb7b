import { type KeyboardEvent, useRef } from 'react';

/** What was typed is forgotten after this pause (spec §9). */
const RESET_MS = 1000;

/** For a menu: letters typed move the focus to the next item that begins with them. */
export function useTypeAhead(): (event: KeyboardEvent<HTMLElement>) => void {
  const typed = useRef({ text: '', at: 0 });
  return (event) => {
    if (event.key.length !== 1 || event.key === ' ' || event.ctrlKey || event.metaKey || event.altKey) return;
    // Mantine's menu looks for letters too, and forgets them after half a second: it leaves what is handled.
    event.preventDefault();
    const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="menuitem"]')];
    const fresh = event.timeStamp - typed.current.at > RESET_MS;
    const text = (fresh ? '' : typed.current.text) + event.key.toLowerCase();
    typed.current = { text, at: event.timeStamp };
    // One letter again and again goes round; more letters may keep the item they began with.
    const wanted = Array.from(text).every((letter) => letter === text[0]) ? event.key.toLowerCase() : text;
    const current =
      document.activeElement instanceof HTMLElement ? items.indexOf(document.activeElement) : -1;
    const from = wanted.length === 1 ? current + 1 : Math.max(current, 0);
    const order = [...items.slice(from), ...items.slice(0, from)];
    order.find((item) => item.textContent?.trim().toLowerCase().startsWith(wanted))?.focus();
  };
}
