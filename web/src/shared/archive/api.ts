import type { Registration } from '@g2/gateway/contract/registrations';
import { fileRoutes } from '@g2/gateway/contract/routes/files';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call, pathOf } from '../../lib/call.ts';
import { send } from '../../lib/http.ts';

/** The deposited file of a registration. `sha256` is in the cache keys: a new file shares no data with the old one. */
export interface Deposit {
  readonly id: string;
  readonly sha256: string;
}

/** The list of files in a deposit, page by page in the order of the manifest; it never changes. */
export const manifestQuery = ({ id, sha256 }: Deposit) =>
  infiniteQueryOptions({
    queryKey: [fileRoutes.listFiles.path, id, sha256],
    queryFn: ({ pageParam, signal }) =>
      call(fileRoutes.listFiles, { params: { id }, query: { page: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ page, pageSize, total }) => (page * pageSize < total ? page + 1 : undefined),
  });

export interface FileText {
  readonly text: string;
  /** False if the file continues after the part in `text`. */
  readonly isWhole: boolean;
}

/** Texts have up to 256 KiB each, so an unused one is dropped from the cache after this time, ms. */
const KEPT_MS = 60_000;

export const fileTextQuery = ({ id, sha256 }: Deposit, path: string) =>
  queryOptions({
    queryKey: [fileRoutes.readFile.path, id, sha256, path],
    queryFn: async ({ signal }): Promise<FileText> => {
      const address = pathOf(fileRoutes.readFile, { params: { id }, query: { path } });
      const response = await send('GET', address, { signal });
      // Normalize CRLF and CR line ends to LF.
      const text = (await response.text()).replace(/\r\n?/g, '\n');
      return { text, isWhole: response.headers.get('x-whole') !== 'false' };
    },
    gcTime: KEPT_MS,
  });

/** API path of the proof that one file belongs to the deposit. */
export const proofPath = (id: string, path: string): string =>
  pathOf(fileRoutes.proveFile, { params: { id }, query: { path } });

/** Path of the page with the files of a deposit; `query` can select one file. */
export const filesPath = (id: string, query = ''): string => `/registros/${id}/arquivos${query}`;

type Looked = Pick<Registration, 'sha256' | 'contents' | 'contentsProblem'>;

/** True while the uploaded file is still being inspected. */
export const isExamined = ({ sha256, contents, contentsProblem }: Looked): boolean =>
  sha256 !== null && contents === null && contentsProblem === null;

/** Polling interval during the inspection, ms: it takes seconds, and no event reports its end. */
const ASK_AGAIN_MS = 3_000;

/** `refetchInterval` for a registration's query: polls only while the file is being inspected. */
export const whileExamined = (query: { state: { data: Looked | undefined } }): number | false =>
  query.state.data !== undefined && isExamined(query.state.data) ? ASK_AGAIN_MS : false;
