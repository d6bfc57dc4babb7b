import type { Support } from '@g2/gateway/contract/contacts';
import { useSyncExternalStore } from 'react';

let read: { text: string; support: Support | null } | undefined;

/** How this house is reached, as the gateway wrote it into the document; null where nothing is configured. */
function supportInDocument(): Support | null {
  const text = document.querySelector<HTMLMetaElement>('meta[name="g2-support"]')?.content ?? '';
  if (read?.text !== text) read = { text, support: parsed(text) };
  return read.support;
}

function parsed(text: string): Support | null {
  if (text === '') return null;
  try {
    const { email, phone, hours }: Partial<Support> = JSON.parse(text);
    return { email: email ?? null, phone: phone ?? null, hours: hours ?? null };
  } catch {
    return null;
  }
}

const never = () => () => undefined;

/** The same for components; a page that the build rendered knows nothing of it until its scripts run. */
export const useSupport = (): Support | null => useSyncExternalStore(never, supportInDocument, () => null);
