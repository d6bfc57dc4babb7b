import type { Clients } from '../clients.ts';
import type { Came, StorageClient } from './storage-client.ts';

type Registrations = Pick<Clients, 'registrations'>;

/** Registration works under locks and may wait for another upload of the owner, ms. */
const DEADLINE_MS = 15_000;

/** Commits the stored file to registration. Idempotent: the same receipt gets the same response. */
export const commitReceipt = ({ registrations }: Registrations, receipt: string) =>
  registrations.commitUpload({ receipt }, { deadlineMs: DEADLINE_MS });

/** Offset of a resumable upload, after pending work (storing, commit) is completed. */
export async function finishUpload(
  clients: Registrations,
  storage: Pick<StorageClient, 'finish'>,
  ticket: string,
): Promise<Came> {
  const came = await storage.finish(ticket);
  if (came.stored) await commitReceipt(clients, came.stored.receipt);
  return came;
}
