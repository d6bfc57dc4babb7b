import type { Clients } from '../clients.ts';

/** Registration decides under locks, and another upload of its owner may be before it, ms. */
const DEADLINE_MS = 15_000;

/** Has registration take the file that storage signed for; the same receipt again gets the same answer. */
export const commitReceipt = ({ registrations }: Pick<Clients, 'registrations'>, receipt: string) =>
  registrations.commitUpload({ receipt }, { deadlineMs: DEADLINE_MS });
