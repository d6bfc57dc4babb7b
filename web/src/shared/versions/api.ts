import { fileCalls } from '@g2/gateway/contract/gen/calls/files';
import { versionCalls } from '@g2/gateway/contract/gen/calls/versions';
import type { Registration } from '@g2/gateway/contract/registrations';
import type { VersionChange, VersionDiff } from '@g2/gateway/contract/versions';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { ASK_AGAIN_MS, type Deposit, diffOf, isNotYetExamined, KEPT_MS, readText } from '../archive/api.ts';
import { REGISTRATIONS } from '../registration/api.ts';

/** The version chain of a registration, oldest first. Its key makes it refresh together with all registrations. */
export const versionsQuery = (id: string) =>
  queryOptions({
    queryKey: [REGISTRATIONS, 'versions', id],
    queryFn: ({ signal }) => call(versionCalls.listVersions, { params: { id }, signal }),
  });

export const createVersion = (id: string, whatIsNew: string, idempotencyKey: string): Promise<Registration> =>
  call(versionCalls.createVersion, { params: { id }, body: { whatIsNew }, idempotencyKey });

/** Two versions to compare. `sha256` is in the cache key, so a new file is compared again. */
export interface VersionPair extends Deposit {
  readonly otherId: string;
}

export interface DiffView {
  readonly kind: VersionChange | '';
  readonly page: number;
}

const PAGE_SIZE = 50;

/** Changed files between two versions; polls while the file of one of them is still being inspected. */
export const diffQuery = ({ id, sha256, otherId }: VersionPair, { kind, page }: DiffView) =>
  queryOptions({
    queryKey: [versionCalls.diffVersions.path, id, sha256, otherId, kind, page],
    queryFn: ({ signal }) =>
      call(versionCalls.diffVersions, {
        params: { id, otherId },
        query: { change: kind, page, limit: PAGE_SIZE },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (isNotYetExamined(state.error) ? ASK_AGAIN_MS : false),
  });

/** Line diff of a file in both versions; a missing file counts as an empty text. */
export const linesQuery = (
  { earlier, later }: Pick<VersionDiff, 'earlier' | 'later'>,
  path: string,
  kind: VersionChange,
) =>
  queryOptions({
    queryKey: [
      fileCalls.readFile.path,
      later.registrationId,
      `${earlier.sha256} ${later.sha256}`,
      'diff',
      kind,
      path,
    ],
    queryFn: ({ signal }) =>
      diffOf(
        kind === 'added' ? null : readText(earlier.registrationId, earlier.root + path, '', signal),
        kind === 'removed' ? null : readText(later.registrationId, later.root + path, '', signal),
      ),
    gcTime: KEPT_MS,
  });
