import { type RpcTable, signedIn } from '@g2/kit/grpc-server';
import { withoutNulls } from '@g2/kit/nulls';
import type { StorageService } from '@g2/proto/storage';
import { ARCHIVE_CHANGES } from '@g2/terms/archive';
import { AppError } from '@g2/terms/errors';
import { pageBounds } from '@g2/terms/pages';
import { isReadable } from '../archive/content.ts';
import { readPreview } from '../archive/preview.ts';
import { proveArchiveFile, UNKNOWN_FILE_TEXT } from '../archive/proof.ts';
import type { Deps } from '../deps.ts';
import { readerOf } from '../objects/object-reader.ts';
import { compareManifests } from '../store/comparisons.ts';
import { depositOpener } from './inspected-deposit.ts';

type Table = Pick<RpcTable<typeof StorageService>, 'listFiles' | 'compareFiles' | 'readFile' | 'proveFile'>;
type Needs = Pick<Deps, 'keys' | 'store' | 'objects'>;

const FILES_PAGE_SIZE = 1_000;

/** Rpcs on the files in a deposit; each requires a download ticket of registration. */
export const filesRpcs = ({ keys, store, objects }: Needs): Table => {
  const opened = depositOpener({ keys, store });
  return {
    listFiles: {
      allow: signedIn,
      async run({ ticket, prefix, page }) {
        const { key } = await opened(ticket);
        const { items, total } = await store.inspections.list(
          key,
          prefix,
          pageBounds(page, FILES_PAGE_SIZE, FILES_PAGE_SIZE),
        );
        return { items: items.map(withoutNulls), total };
      },
    },
    compareFiles: {
      allow: signedIn,
      async run({ ticket, earlierTicket, change: asked, page }) {
        const change = ARCHIVE_CHANGES.find((one) => one === asked) ?? null;
        if (asked !== '' && !change) throw new AppError('invalid-input');
        const [now, before] = await Promise.all([opened(ticket), opened(earlierTicket)]);
        const keys = { now: now.key, before: before.key };
        const { items, ...totals } = await compareManifests(
          store.db,
          keys,
          change,
          pageBounds(page, FILES_PAGE_SIZE, FILES_PAGE_SIZE),
        );
        const { added, removed, changed } = totals;
        return {
          items: items.map(withoutNulls),
          total: change ? totals[change] : added + removed + changed,
          ...totals,
        };
      },
    },
    readFile: {
      allow: signedIn,
      async run({ ticket, path }) {
        const { key, size, use } = await opened(ticket);
        if (use === 'list') throw new AppError('unauthenticated');
        const file = await store.inspections.file(key, path);
        if (!file) throw new AppError('not-found', { message: UNKNOWN_FILE_TEXT });
        if (!isReadable(file.place.method)) throw new AppError('file-not-read');
        const preview = file.isText ? await readPreview(readerOf(objects, key), size, file) : undefined;
        if (preview?.text === undefined) throw new AppError('file-not-text');
        return { text: preview.text, isWhole: preview.isWhole };
      },
    },
    proveFile: {
      allow: signedIn,
      async run({ ticket, path }) {
        const { key, isOwner } = await opened(ticket);
        // Only the owner may issue proofs.
        if (!isOwner) throw new AppError('forbidden');
        return proveArchiveFile(await store.inspections.manifest(key), path);
      },
    },
  };
};
