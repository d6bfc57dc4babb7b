import type { ArchiveChange, FileChange } from '@g2/gateway/contract/archive';
import { fileRoutes } from '@g2/gateway/contract/routes/files';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, pathOf } from '../../lib/call.ts';
import { HttpError } from '../../lib/failures.ts';
import { send } from '../../lib/http.ts';
import { compareTexts, type SideText, type TextDiff } from './changes-model.ts';

/** A registration's current file. `sha256` is in the cache keys, so a new file shares no data with the old one. */
export interface Resent {
  readonly id: string;
  readonly sha256: string;
}

/** Filter and page of the list of changed files; '' for all kinds of change. */
export interface ChangesView {
  readonly change: ArchiveChange | '';
  readonly page: number;
}

const CHANGES_PAGE_SIZE = 50;
/** Texts have up to 256 KiB per side, so an unused diff is dropped from the cache after this time, ms. */
export const KEPT_MS = 60_000;
/** Polling interval while a new file is inspected, ms: it takes seconds, and no event reports its end. */
export const ASK_AGAIN_MS = 3_000;

export const isExamined = (error: unknown): boolean => error instanceof HttpError && error.status === 503;

/** Differences between the current ZIP and the previous one, for which staff requested corrections. */
export const changesQuery = ({ id, sha256 }: Resent, { change, page }: ChangesView) =>
  queryOptions({
    queryKey: [fileRoutes.listChanges.path, id, sha256, change, page],
    queryFn: ({ signal }) =>
      call(fileRoutes.listChanges, {
        params: { id },
        query: { change, page, limit: CHANGES_PAGE_SIZE },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (isExamined(state.error) ? ASK_AGAIN_MS : false),
  });

/** Line diff of the two versions of a text file; a missing version counts as an empty text. */
export const diffQuery = ({ id, sha256 }: Resent, { path, change }: Pick<FileChange, 'path' | 'change'>) =>
  queryOptions({
    queryKey: [fileRoutes.readFile.path, id, sha256, 'diff', change, path],
    queryFn: async ({ signal }): Promise<TextDiff> => {
      const [before, now] = await Promise.all([
        change === 'added' ? NOTHING : readText(id, path, 'earlier', signal),
        change === 'removed' ? NOTHING : readText(id, path, '', signal),
      ]);
      return compareTexts(before, now);
    },
    gcTime: KEPT_MS,
  });

export type TextDiffQuery = ReturnType<typeof diffQuery>;

export const NOTHING: SideText = { text: '', isWhole: true };

/** First 256 KiB of a text file in the current ZIP; `earlier`: in the ZIP for which staff requested corrections. */
export async function readText(
  id: string,
  path: string,
  version: 'earlier' | '',
  signal: AbortSignal,
): Promise<SideText> {
  const address = pathOf(fileRoutes.readFile, { params: { id }, query: { path, version } });
  const response = await send('GET', address, { signal });
  return { text: await response.text(), isWhole: response.headers.get('x-whole') !== 'false' };
}
