import { cdp } from 'vitest/browser';

declare module 'vitest/browser' {
  /** What is used of it: the provider's own types bring those of Node along. */
  interface CDPSession {
    send(method: string, params: object): Promise<unknown>;
  }
}

type Scheme = 'light' | 'dark';

/** What the page is shown on; every later call names all of it. */
async function emulate(media: '' | 'print', scheme: Scheme): Promise<void> {
  await cdp().send('Emulation.setEmulatedMedia', {
    media,
    features: [
      { name: 'prefers-color-scheme', value: scheme },
      { name: 'prefers-reduced-motion', value: 'reduce' },
    ],
  });
}

/** Has the system prefer this colour scheme. */
export const prefer = (scheme: Scheme): Promise<void> => emulate('', scheme);

/** Lays the page out for paper, until `prefer` is called. */
export const print = (): Promise<void> => emulate('print', 'dark');
