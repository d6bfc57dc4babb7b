import { versionCalls } from '@g2/gateway/contract/gen/calls/versions';
import type { Registration } from '@g2/gateway/contract/registrations';
import type { VersionChange, VersionDiff } from '@g2/gateway/contract/versions';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { ASK_AGAIN_MS, type Deposit, isNotYetExamined, textDiffQuery } from '../archive/api.ts';
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

const PAGE_SIZE = 50;

/** Changed files between two versions; polls while the file of one of them is still being inspected. */
export const diffQuery = ({ id, sha256, otherId }: VersionPair, kind: VersionChange | '', page: number) =>
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

/** Line diff of a file in both versions. */
export const linesQuery = ({ earlier, later }: VersionDiff, path: string, kind: VersionChange) =>
  textDiffQuery(
    [later.registrationId, `${earlier.sha256} ${later.sha256}`, 'diff', kind, path],
    kind === 'added' ? null : { id: earlier.registrationId, path: earlier.root + path },
    kind === 'removed' ? null : { id: later.registrationId, path: later.root + path },
  );
