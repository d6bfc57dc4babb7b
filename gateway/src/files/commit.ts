import type { Clients } from '../clients.ts';
import type { Came, StorageClient } from './storage-client.ts';

type Registrations = Pick<Clients, 'registrations'>;

/** Registration decides under locks, and another upload of its owner may be before it, ms. */
const DEADLINE_MS = 15_000;

/** Has registration take the file that storage signed for; the same receipt again gets the same answer. */
export const commitReceipt = ({ registrations }: Registrations, receipt: string) =>
  registrations.commitUpload({ receipt }, { deadlineMs: DEADLINE_MS });

/** How far an upload in parts came, once all that is left to be done of it is done. */
export async function settleUpload(
  clients: Registrations,
  storage: Pick<StorageClient, 'settle'>,
  ticket: string,
): Promise<Came> {
  const came = await storage.settle(ticket);
  if (came.stored) await commitReceipt(clients, came.stored.receipt);
  return came;
}
