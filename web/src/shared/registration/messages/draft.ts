import { readPrivate, removePrivate, writePrivate } from '../../../lib/private-storage.ts';

/** The unsent message of a thread, stored in this browser. */
interface KeptMessage {
  /** Returns '' if no text is stored. */
  readonly read: () => string;
  /** Stores the text; an empty text is removed instead. */
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

/** Storage name of the idempotency key of a message with an unknown outcome; like the draft, it survives a reload. */
export const messageKeyName = (userId: string, registrationId: string): string =>
  `message-key.${userId}.${registrationId}`;

/** Length of a message as the server counts it: trimmed, in code points. */
export const messageLength = (text: string): number => Array.from(text.trim()).length;
