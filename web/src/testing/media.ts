import { cdp } from 'vitest/browser';

declare module 'vitest/browser' {
  /** Only the part that is used: the provider's own types would add Node's types to the project. */
  interface CDPSession {
    send(method: string, params: object): Promise<unknown>;
  }
}

type Scheme = 'light' | 'dark';

/** Sets the emulated media; each call replaces all settings of the previous one. */
async function emulate(media: '' | 'print', scheme: Scheme): Promise<void> {
  await cdp().send('Emulation.setEmulatedMedia', {
    media,
    features: [
      { name: 'prefers-color-scheme', value: scheme },
      { name: 'prefers-reduced-motion', value: 'reduce' },
    ],
  });
}

/** Emulates a system with this preferred colour scheme. */
export const prefer = (scheme: Scheme): Promise<void> => emulate('', scheme);

/** Emulates print media until `prefer` is called. */
export const print = (): Promise<void> => emulate('print', 'dark');
