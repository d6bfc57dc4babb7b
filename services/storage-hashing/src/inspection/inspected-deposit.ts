import { AppError } from '@g2/terms/errors';
import type { Deps } from '../deps.ts';
import type { Store } from '../store.ts';
import { type DownloadTicket, downloadTicket } from '../tickets.ts';

type InspectedDeposit = { key: string; size: number } & Pick<DownloadTicket, 'isOwner' | 'use'>;

/** @throws AppError unavailable before the inspection, not-found when it failed */
export async function requireInspected(store: Store, key: string): Promise<{ size: number }> {
  const found = await store.inspections.find(key);
  if (!found) {
    const message = 'O conteúdo ainda está sendo examinado. Tente em instantes.';
    throw new AppError('unavailable', { message, retryAfter: 3 });
  }
  if (found.problem !== null) throw new AppError('not-found', { message: 'O conteúdo não pôde ser lido.' });
  return { size: found.size };
}

/** @throws AppError unauthenticated, and those of `requireInspected` */
export const depositOpener =
  ({ keys, store }: Pick<Deps, 'keys' | 'store'>) =>
  async (ticket: string): Promise<InspectedDeposit> => {
    const claims = downloadTicket.safeParse(await keys.verify(ticket, 'download-ticket', 'registration'));
    if (!claims.success) throw new AppError('unauthenticated');
    const { objectKey: key, isOwner, use } = claims.data;
    return { key, ...(await requireInspected(store, key)), isOwner, use };
  };
