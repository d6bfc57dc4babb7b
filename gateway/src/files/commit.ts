import type { Clients } from '../clients.ts';
import type { StorageClient, UploadProgress } from './storage-client.ts';

type Registrations = Pick<Clients, 'registrations'>;

/** Deadline, ms. The registration service takes locks and may wait for another upload of the same owner. */
const DEADLINE_MS = 15_000;

/** Attaches the stored file to its registration. Idempotent: the same receipt gets the same response. */
export const commitReceipt = ({ registrations }: Registrations, receipt: string) =>
  registrations.commitUpload({ receipt }, { deadlineMs: DEADLINE_MS });

/** Completes pending work of a resumable upload (storing, commit) and returns its offset. */
export async function finishUpload(
  clients: Registrations,
  storage: Pick<StorageClient, 'finish'>,
  ticket: string,
): Promise<UploadProgress> {
  const came = await storage.finish(ticket);
  if (came.stored) await commitReceipt(clients, came.stored.receipt);
  return came;
}
