import { readPrivate, removePrivate, writePrivate } from '../../../lib/private-storage.ts';

/** What was typed to a thread and not sent yet, kept in this browser. */
interface KeptMessage {
  /** '' when nothing is kept. */
  readonly read: () => string;
  /** Without a text nothing is kept. */
  readonly save: (text: string) => void;
}

export function keptMessage(userId: string, registrationId: string): KeptMessage {
  const name = `message-draft.${userId}.${registrationId}`;
  return {
    read: () => {
      const kept = readPrivate(name);
      return typeof kept === 'string' ? kept : '';
    },
    save: (text) => (text.trim() === '' ? removePrivate(name) : writePrivate(name, text)),
  };
}

/** The key of a message whose outcome is not known outlives a reload, as its text does. */
export const messageKeyName = (userId: string, registrationId: string): string =>
  `message-key.${userId}.${registrationId}`;

/** How long a message is as the server counts it: trimmed, in code points. */
export const messageLength = (text: string): number => Array.from(text.trim()).length;
