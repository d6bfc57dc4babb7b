import type { Support } from '@g2/gateway/contract/contacts';
import { useSyncExternalStore } from 'react';

let cachedSupport: { text: string; support: Support | null } | undefined;

/** Support contact of the company, from the document's meta tag that the gateway fills; null if none is configured. */
function supportInDocument(): Support | null {
  const text = document.querySelector<HTMLMetaElement>('meta[name="g2-support"]')?.content ?? '';
  if (cachedSupport?.text !== text) cachedSupport = { text, support: parseSupport(text) };
  return cachedSupport.support;
}

function parseSupport(text: string): Support | null {
  if (text === '') return null;
  try {
    const { email, phone, hours }: Partial<Support> = JSON.parse(text);
    return { email: email ?? null, phone: phone ?? null, hours: hours ?? null };
  } catch {
    return null;
  }
}

const subscribeToNothing = () => () => undefined;

/** Support contact for components; null in prerendered markup, until the page hydrates. */
export const useSupport = (): Support | null =>
  useSyncExternalStore(subscribeToNothing, supportInDocument, () => null);
