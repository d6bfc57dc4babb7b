import type { ArchiveChange, FileChange } from '@g2/gateway/contract/archive';
import { fileCalls } from '@g2/gateway/contract/gen/calls/files';
import type { Registration } from '@g2/gateway/contract/registrations';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, pathOf } from '../../lib/call.ts';
import { HttpError } from '../../lib/failures.ts';
import { requestRaw } from '../../lib/http.ts';
import { compareTexts, type FileText } from './changes-model.ts';

/** The deposited ZIP of a registration. `sha256` is in the cache keys, so that data of a former ZIP is not shown. */
export interface Deposit {
  readonly id: string;
  readonly sha256: string;
}

/** The list of files in a deposit, in pages, in the order of the manifest. */
export const manifestQuery = ({ id, sha256 }: Deposit) =>
  infiniteQueryOptions({
    queryKey: [fileCalls.listFiles.path, id, sha256],
    queryFn: ({ pageParam, signal }) =>
      call(fileCalls.listFiles, { params: { id }, query: { page: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ page, pageSize, total }) => (page * pageSize < total ? page + 1 : undefined),
  });

/** How long a text that is not shown stays in the cache, ms. A text can have 256 KiB. */
const TEXT_CACHE_MS = 60_000;

/** A text file of a deposit. */
interface TextFile {
  readonly id: string;
  readonly path: string;
  /** `earlier`: the file is in the former ZIP, for which staff requested corrections. */
  readonly version?: 'earlier';
}

/** Reads the first 256 KiB of a text file. */
async function readText({ id, path, version }: TextFile, signal: AbortSignal): Promise<FileText> {
  const query = { path, version: version ?? ('' as const) };
  const response = await requestRaw('GET', pathOf(fileCalls.readFile, { params: { id }, query }), { signal });
  return { text: await response.text(), isWhole: response.headers.get('x-whole') !== 'false' };
}

/** Replaces CRLF and CR line ends by LF. */
const withLineFeeds = (text: string): string => text.replace(/\r\n?/g, '\n');

export const fileTextQuery = ({ id, sha256 }: Deposit, path: string) =>
  queryOptions({
    queryKey: [fileCalls.readFile.path, id, sha256, path],
    queryFn: async ({ signal }): Promise<FileText> => {
      const { text, isWhole } = await readText({ id, path }, signal);
      return { text: withLineFeeds(text), isWhole };
    },
    gcTime: TEXT_CACHE_MS,
  });

/** Line diff of two text files; null stands for an empty text. @param key identifies the two files in the cache */
export const textDiffQuery = (key: readonly string[], oldFile: TextFile | null, newFile: TextFile | null) =>
  queryOptions({
    queryKey: [fileCalls.readFile.path, ...key],
    queryFn: async ({ signal }) => {
      const read = (file: TextFile | null) =>
        file === null ? { text: '', isWhole: true } : readText(file, signal);
      return compareTexts(...(await Promise.all([read(oldFile), read(newFile)])));
    },
    gcTime: TEXT_CACHE_MS,
  });

export type TextDiffQuery = ReturnType<typeof textDiffQuery>;

/** API path of the proof that a file belongs to the deposit. */
export const proofPath = (id: string, path: string): string =>
  pathOf(fileCalls.proveFile, { params: { id }, query: { path } });

/** Path of the page with the files of a deposit. @param query can select a file */
export const filesPath = (id: string, query = ''): string => `/registros/${id}/arquivos${query}`;

type InspectedFile = Pick<Registration, 'sha256' | 'contents' | 'contentsProblem'>;

/** True while the server inspects the contents of the uploaded ZIP. */
export const isBeingInspected = ({ sha256, contents, contentsProblem }: InspectedFile): boolean =>
  sha256 !== null && contents === null && contentsProblem === null;

/** Polling interval during the inspection of a ZIP, ms. It takes seconds, and no event reports its end. */
export const INSPECTION_POLL_MS = 3_000;

/** `refetchInterval` for the query of a registration: polls only while the ZIP is being inspected. */
export const pollDuringInspection = (query: {
  state: { data: InspectedFile | undefined };
}): number | false =>
  query.state.data !== undefined && isBeingInspected(query.state.data) ? INSPECTION_POLL_MS : false;

/** Filter and page of the list of changed files. `change` is '' for all kinds of change. */
export interface ChangesView {
  readonly change: ArchiveChange | '';
  readonly page: number;
}

const CHANGES_PAGE_SIZE = 50;

/** True if a comparison is not available because one of the ZIPs is still being inspected. */
export const isInspectionPending = (error: unknown): boolean =>
  error instanceof HttpError && error.status === 503;

/** Differences between the current ZIP and the former one, for which staff requested corrections. */
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
    refetchInterval: ({ state }) => (isInspectionPending(state.error) ? INSPECTION_POLL_MS : false),
  });

/** Line diff of a file between the former and the current ZIP. */
export const fileDiffQuery = (
  { id, sha256 }: Deposit,
  { path, change }: Pick<FileChange, 'path' | 'change'>,
) =>
  textDiffQuery(
    [id, sha256, 'diff', change, path],
    change === 'added' ? null : { id, path, version: 'earlier' },
    change === 'removed' ? null : { id, path },
  );
