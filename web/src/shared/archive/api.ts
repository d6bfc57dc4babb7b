import type { Registration } from '@g2/gateway/contract/registrations';
import { fileRoutes } from '@g2/gateway/contract/routes/files';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call, pathOf } from '../../lib/call.ts';
import { send } from '../../lib/http.ts';

/** A deposit: of another file under the same registration nothing is kept. */
export interface Deposit {
  readonly id: string;
  readonly sha256: string;
}

/** Its files, page by page in the manifest's order. They never change. */
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
  /** Not so where there is more of it than is shown. */
  readonly isWhole: boolean;
}

/** Texts of up to 256 KiB: those that were looked at a while ago are not kept, ms. */
const KEPT_MS = 60_000;

export const fileTextQuery = ({ id, sha256 }: Deposit, path: string) =>
  queryOptions({
    queryKey: [fileRoutes.readFile.path, id, sha256, path],
    queryFn: async ({ signal }): Promise<FileText> => {
      const address = pathOf(fileRoutes.readFile, { params: { id }, query: { path } });
      const response = await send('GET', address, { signal });
      // As every system shows its ends of lines.
      const text = (await response.text()).replace(/\r\n?/g, '\n');
      return { text, isWhole: response.headers.get('x-whole') !== 'false' };
    },
    gcTime: KEPT_MS,
  });

/** Where the proof of one file is had. */
export const proofPath = (id: string, path: string): string =>
  pathOf(fileRoutes.proveFile, { params: { id }, query: { path } });

/** The page that shows them, and on it one of them. */
export const filesPath = (id: string, query = ''): string => `/registros/${id}/arquivos${query}`;

type Looked = Pick<Registration, 'sha256' | 'contents' | 'contentsProblem'>;

/** A file is there, and nobody has looked into it yet. */
export const isExamined = ({ sha256, contents, contentsProblem }: Looked): boolean =>
  sha256 !== null && contents === null && contentsProblem === null;

/** No event tells of it, and it takes seconds, ms. */
const ASK_AGAIN_MS = 3_000;

/** For the query of a registration: how often it is read again, which is while its file is looked into. */
export const whileExamined = (query: { state: { data: Looked | undefined } }): number | false =>
  query.state.data !== undefined && isExamined(query.state.data) ? ASK_AGAIN_MS : false;
