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
const TEXT_KEPT_MS = 60_000;

/** A text file of a deposit; `earlier`: in the ZIP for which staff requested corrections. */
interface TextFile {
  readonly id: string;
  readonly path: string;
  readonly version?: 'earlier';
}

/** Reads the first 256 KiB of a text file. */
async function readText({ id, path, version }: TextFile, signal: AbortSignal): Promise<SideText> {
  const query = { path, version: version ?? ('' as const) };
  const response = await requestRaw('GET', pathOf(fileCalls.readFile, { params: { id }, query }), { signal });
  return { text: await response.text(), isWhole: response.headers.get('x-whole') !== 'false' };
}

export const fileTextQuery = ({ id, sha256 }: Deposit, path: string) =>
  queryOptions({
    queryKey: [fileCalls.readFile.path, id, sha256, path],
    queryFn: async ({ signal }): Promise<SideText> => {
      const { text, isWhole } = await readText({ id, path }, signal);
      // Normalize CRLF and CR line ends to LF.
      return { text: text.replace(/\r\n?/g, '\n'), isWhole };
    },
    gcTime: TEXT_KEPT_MS,
  });

/** Line diff of two text files; a missing file (null) counts as an empty text. `key` identifies the two files. */
export const textDiffQuery = (key: readonly string[], before: TextFile | null, now: TextFile | null) =>
  queryOptions({
    queryKey: [fileCalls.readFile.path, ...key],
    queryFn: async ({ signal }) => {
      const read = (file: TextFile | null) =>
        file === null ? { text: '', isWhole: true } : readText(file, signal);
      return compareTexts(...(await Promise.all([read(before), read(now)])));
    },
    gcTime: TEXT_KEPT_MS,
  });

export type TextDiffQuery = ReturnType<typeof textDiffQuery>;

/** API path of the proof that one file belongs to the deposit. */
export const proofPath = (id: string, path: string): string =>
  pathOf(fileCalls.proveFile, { params: { id }, query: { path } });

/** Path of the page with the files of a deposit; `query` can select one file. */
export const filesPath = (id: string, query = ''): string => `/registros/${id}/arquivos${query}`;

type InspectedFile = Pick<Registration, 'sha256' | 'contents' | 'contentsProblem'>;

/** True while the uploaded file is still being inspected. */
export const isExamined = ({ sha256, contents, contentsProblem }: InspectedFile): boolean =>
  sha256 !== null && contents === null && contentsProblem === null;

/** Polling interval during the inspection, ms: it takes seconds, and no event reports its end. */
export const ASK_AGAIN_MS = 3_000;

/** `refetchInterval` for a registration's query: polls only while the file is being inspected. */
export const whileExamined = (query: { state: { data: InspectedFile | undefined } }): number | false =>
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

/** Line diff of a file in both ZIPs. */
export const diffQuery = ({ id, sha256 }: Deposit, { path, change }: Pick<FileChange, 'path' | 'change'>) =>
  textDiffQuery(
    [id, sha256, 'diff', change, path],
    change === 'added' ? null : { id, path, version: 'earlier' },
    change === 'removed' ? null : { id, path },
  );
