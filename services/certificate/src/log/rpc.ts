import type { RpcTable } from '@g2/kit/grpc-server';
import { withSignatures } from '@g2/proof/note';
import { entryBundle, parseTilePath } from '@g2/proof/tiles';
import type { CertificatesService, LogFile } from '@g2/proto/certificate';
import { AppError } from '@g2/terms/errors';
import type { Deps } from '../deps.ts';
import { entriesAt, newestCheckpoint, tileBytes } from './store.ts';

/** Serves the files of the public log (c2sp.org/tlog-tiles). */
export const logRpcs = (deps: Deps): Pick<RpcTable<typeof CertificatesService>, 'readLog'> => ({
  readLog: {
    allow: ['anyone'],
    async run({ path }) {
      const file = await read(deps, path);
      if (!file) throw new AppError('not-found');
      return file;
    },
  },
});

async function read({ store: { db }, logKey }: Deps, path: string): Promise<LogFile | undefined> {
  if (path === 'key') return { content: Buffer.from(`${logKey.verifier}\n`), final: false };
  if (path === 'checkpoint') {
    const newest = await newestCheckpoint(db);
    return newest && { content: Buffer.from(withSignatures(newest.note, newest.cosignatures)), final: false };
  }
  const request = parseTilePath(path);
  if (!request) return undefined;
  const { of, tile } = request;
  if (of === 'hashes') {
    const content = await tileBytes(db, tile, tile.width);
    return content && { content, final: true };
  }
  const entries = await entriesAt(db, tile.index, tile.width);
  return entries && { content: entryBundle(entries), final: true };
}
