import { type KeptDraft, keptDraft } from '../../../lib/kept-draft.ts';

/** The unsent message of a user about a registration, stored in this browser. */
export const messageDraft = (userId: string, registrationId: string): KeptDraft<string> =>
  keptDraft(
    `message-draft.${userId}.${registrationId}`,
    (stored) => (typeof stored === 'string' ? stored : ''),
    (text) => text.trim() !== '',
  );

/** Storage name of the idempotency key of a message. It survives a reload, so that a retry does not send twice. */
export const messageIntentName = (userId: string, registrationId: string): string =>
  `message-key.${userId}.${registrationId}`;

/** Length of the trimmed message in code points, as the server counts it. */
export const messageLength = (text: string): number => Array.from(text.trim()).length;
