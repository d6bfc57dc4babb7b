import type { ArchiveChange, FileChange } from '@g2/gateway/contract/archive';
import { fileCalls } from '@g2/gateway/contract/gen/calls/files';
import type { Registration } from '@g2/gateway/contract/registrations';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, pathOf } from '../../lib/call.ts';
import { HttpError } from '../../lib/failures.ts';
import { requestRaw } from '../../lib/http.ts';
import { compareTexts, type SideText } from './changes-model.ts';

/** The deposited file of a registration. `sha256` is in the cache keys: a new file shares no data with the old one. */
export interface Deposit {
  readonly id: string;
  readonly sha256: string;
}

/** The list of files in a deposit, page by page in the order of the manifest; it never changes. */
export const manifestQuery = ({ id, sha256 }: Deposit) =>
  infiniteQueryOptions({
    queryKey: [fileCalls.listFiles.path, id, sha256],
    queryFn: ({ pageParam, signal }) =>
      call(fileCalls.listFiles, { params: { id }, query: { page: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ page, pageSize, total }) => (page * pageSize < total ? page + 1 : undefined),
  });

/** Texts have up to 256 KiB each, so an unused one is dropped from the cache after this time, ms. */
export const KEPT_MS = 60_000;

/** First 256 KiB of a text file in the current ZIP; `earlier`: in the ZIP for which staff requested corrections. */
export async function readText(
  id: string,
  path: string,
  version: 'earlier' | '',
  signal: AbortSignal,
): Promise<SideText> {
  const address = pathOf(fileCalls.readFile, { params: { id }, query: { path, version } });
  const response = await requestRaw('GET', address, { signal });
  return { text: await response.text(), isWhole: response.headers.get('x-whole') !== 'false' };
}

export const fileTextQuery = ({ id, sha256 }: Deposit, path: string) =>
  queryOptions({
    queryKey: [fileCalls.readFile.path, id, sha256, path],
    queryFn: async ({ signal }): Promise<SideText> => {
      const { text, isWhole } = await readText(id, path, '', signal);
      // Normalize CRLF and CR line ends to LF.
      return { text: text.replace(/\r\n?/g, '\n'), isWhole };
    },
    gcTime: KEPT_MS,
  });

/** API path of the proof that one file belongs to the deposit. */
export const proofPath = (id: string, path: string): string =>
  pathOf(fileCalls.proveFile, { params: { id }, query: { path } });

/** Path of the page with the files of a deposit; `query` can select one file. */
export const filesPath = (id: string, query = ''): string => `/registros/${id}/arquivos${query}`;

type Looked = Pick<Registration, 'sha256' | 'contents' | 'contentsProblem'>;

/** True while the uploaded file is still being inspected. */
export const isExamined = ({ sha256, contents, contentsProblem }: Looked): boolean =>
  sha256 !== null && contents === null && contentsProblem === null;

/** Polling interval during the inspection, ms: it takes seconds, and no event reports its end. */
export const ASK_AGAIN_MS = 3_000;

/** `refetchInterval` for a registration's query: polls only while the file is being inspected. */
export const whileExamined = (query: { state: { data: Looked | undefined } }): number | false =>
  query.state.data !== undefined && isExamined(query.state.data) ? ASK_AGAIN_MS : false;

/** Filter and page of the list of changed files; '' for all kinds of change. */
export interface ChangesView {
  readonly change: ArchiveChange | '';
  readonly page: number;
}

const CHANGES_PAGE_SIZE = 50;

/** Whether a comparison is refused because a file is still being inspected. */
export const isNotYetExamined = (error: unknown): boolean =>
  error instanceof HttpError && error.status === 503;

/** Differences between the current ZIP and the previous one, for which staff requested corrections. */
export const changesQuery = ({ id, sha256 }: Deposit, { change, page }: ChangesView) =>
  queryOptions({
    queryKey: [fileCalls.listChanges.path, id, sha256, change, page],
    queryFn: ({ signal }) =>
      call(fileCalls.listChanges, {
        params: { id },
        query: { change, page, limit: CHANGES_PAGE_SIZE },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (isNotYetExamined(state.error) ? ASK_AGAIN_MS : false),
  });

/** Line diff of two versions of a text file; a missing version (null) counts as an empty text. */
export async function diffOf(before: Promise<SideText> | null, now: Promise<SideText> | null) {
  const nothing: SideText = { text: '', isWhole: true };
  return compareTexts(...(await Promise.all([before ?? nothing, now ?? nothing])));
}

export const diffQuery = ({ id, sha256 }: Deposit, { path, change }: Pick<FileChange, 'path' | 'change'>) =>
  queryOptions({
    queryKey: [fileCalls.readFile.path, id, sha256, 'diff', change, path],
    queryFn: ({ signal }) =>
      diffOf(
        change === 'added' ? null : readText(id, path, 'earlier', signal),
        change === 'removed' ? null : readText(id, path, '', signal),
      ),
    gcTime: KEPT_MS,
  });

export type TextDiffQuery = ReturnType<typeof diffQuery>;
