import { versionCalls } from '@g2/gateway/contract/gen/calls/versions';
import type { Registration } from '@g2/gateway/contract/registrations';
import type { VersionChange, VersionDiff } from '@g2/gateway/contract/versions';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { type Deposit, INSPECTION_POLL_MS, isInspectionPending, textDiffQuery } from '../archive/api.ts';
import { REGISTRATIONS } from '../registration/api.ts';

/** All versions of a registration's program, oldest first. They are refreshed together with the registrations. */
export const versionsQuery = (id: string) =>
  queryOptions({
    queryKey: [REGISTRATIONS, 'versions', id],
    queryFn: ({ signal }) => call(versionCalls.listVersions, { params: { id }, signal }),
  });

export const createVersion = (id: string, whatIsNew: string, idempotencyKey: string): Promise<Registration> =>
  call(versionCalls.createVersion, { params: { id }, body: { whatIsNew }, idempotencyKey });

/** A version, and the id of the one to compare it with. `sha256` is in the query key: a new ZIP is compared again. */
export interface VersionPair extends Deposit {
  readonly otherId: string;
}

const PAGE_SIZE = 50;

/** Files that differ between two versions. Polls while the ZIP of a version is being inspected. */
export const versionDiffQuery = (
  { id, sha256, otherId }: VersionPair,
  kind: VersionChange | '',
  page: number,
) =>
  queryOptions({
    queryKey: [versionCalls.diffVersions.path, id, sha256, otherId, kind, page],
    queryFn: ({ signal }) =>
      call(versionCalls.diffVersions, {
        params: { id, otherId },
        query: { change: kind, page, limit: PAGE_SIZE },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (isInspectionPending(state.error) ? INSPECTION_POLL_MS : false),
  });

/** Line diff of a file between two versions. */
export const versionFileDiffQuery = ({ earlier, later }: VersionDiff, path: string, kind: VersionChange) =>
  textDiffQuery(
    [later.registrationId, `${earlier.sha256} ${later.sha256}`, 'diff', kind, path],
    kind === 'added' ? null : { id: earlier.registrationId, path: earlier.root + path },
    kind === 'removed' ? null : { id: later.registrationId, path: later.root + path },
  );
