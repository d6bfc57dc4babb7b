import { type KeptDraft, keptDraft } from '../../../lib/kept-draft.ts';

export const keptMessage = (userId: string, registrationId: string): KeptDraft<string> =>
  keptDraft(
    `message-draft.${userId}.${registrationId}`,
    (kept) => (typeof kept === 'string' ? kept : ''),
    (text) => text.trim() !== '',
  );

/** Storage name of the idempotency key of a message with an unknown outcome; like the draft, it survives a reload. */
export const messageKeyName = (userId: string, registrationId: string): string =>
  `message-key.${userId}.${registrationId}`;

/** Length of a message as the server counts it: trimmed, in code points. */
export const messageLength = (text: string): number => Array.from(text.trim()).length;
