import { AppError } from '@g2/terms/errors';
import type { Deps } from '../deps.ts';
import { type DownloadTicket, downloadTicket } from '../http/tickets.ts';
import type { Store } from '../store.ts';

/** A deposit that was looked into, for whoever has a ticket for it. */
type Opened = { key: string; size: number } & Pick<DownloadTicket, 'isOwner' | 'use'>;

/**
 * What came of looking into an object.
 * @throws AppError unavailable while nobody has looked yet, what was found wrong with it
 */
export async function lookedInto(store: Store, key: string): Promise<{ size: number }> {
  const found = await store.inspections.find(key);
  if (!found) {
    const message = 'O conteúdo ainda está sendo examinado. Tente em instantes.';
    throw new AppError('unavailable', { message, retryAfter: 3 });
  }
  if (found.problem !== null) throw new AppError('not-found', { message: 'O conteúdo não pôde ser lido.' });
  return { size: found.size };
}

/** Opens deposits by registration's tickets. @throws AppError unauthenticated, and what `lookedInto` says */
export const openedBy =
  ({ keys, store }: Pick<Deps, 'keys' | 'store'>) =>
  async (ticket: string): Promise<Opened> => {
    const claims = downloadTicket.safeParse(await keys.verify(ticket, 'download-ticket', 'registration'));
    if (!claims.success) throw new AppError('unauthenticated');
    const { objectKey: key, isOwner, use } = claims.data;
    return { key, ...(await lookedInto(store, key)), isOwner, use };
  };
