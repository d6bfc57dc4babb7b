import type { ArchiveChange, FileChange } from '@g2/gateway/contract/archive';
import { fileRoutes } from '@g2/gateway/contract/routes/files';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, pathOf } from '../../lib/call.ts';
import { HttpError } from '../../lib/failures.ts';
import { send } from '../../lib/http.ts';
import { compareTexts, type SideText, type TextDiff } from './changes-model.ts';

/** The file of a registration as it is now: of another one everything is read anew. */
export interface Resent {
  readonly id: string;
  readonly sha256: string;
}

/** Of what changed, a page of one kind or of all. */
export interface ChangesView {
  readonly change: ArchiveChange | '';
  readonly page: number;
}

const CHANGES_PAGE_SIZE = 50;
/** Texts of up to 256 KiB a side: those that were looked at a while ago are not kept, ms. */
export const KEPT_MS = 60_000;
/** A file that has just come is looked into in seconds, and no event tells of it, ms. */
export const ASK_AGAIN_MS = 3_000;

export const isExamined = (error: unknown): boolean => error instanceof HttpError && error.status === 503;

/** What changed against the file that changes were asked for. */
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

/** The two texts of a path, line by line; one that is not there is empty. */
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

/** The beginning of a text file of a registration's deposit, or of the one that changes were asked for. */
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
