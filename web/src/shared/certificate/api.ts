import type { Evidence } from '@g2/gateway/contract/certificates';
import { certificateCalls } from '@g2/gateway/contract/gen/calls/certificates';
import { queryOptions } from '@tanstack/react-query';
import { call, pathOf } from '../../lib/call.ts';
import { REGISTRATIONS } from '../registration/api.ts';
import { STAFF_REGISTRATIONS } from '../registration/staff-api.ts';

const FIRST_POLL_MS = 3_000;
const MAX_POLL_MS = 60_000;
/** If the arrival of the file is still not recorded after this many reads, polling stops: recording takes seconds. */
const MAX_UNRECORDED_READS = 5;

/** True if no more evidence is expected: the arrival is recorded, stamped and entered in the public log. */
const isComplete = ({ recordedAt, provableSince, stampsPending, log }: Evidence): boolean =>
  recordedAt !== null && provableSince !== null && stampsPending === 0 && log !== null;

const evidenceQueryUnder = (root: string, id: string) =>
  queryOptions({
    queryKey: [root, 'evidence', id],
    queryFn: ({ signal }) => call(certificateCalls.getEvidence, { params: { id }, signal }),
    // The polling interval grows: time stamps normally arrive within seconds, and no event reports them.
    refetchInterval: ({ state: { data, dataUpdateCount } }) => {
      if (data === undefined || isComplete(data)) return false;
      if (data.recordedAt === null && dataUpdateCount > MAX_UNRECORDED_READS) return false;
      return Math.min(MAX_POLL_MS, FIRST_POLL_MS * 2 ** (dataUpdateCount - 1));
    },
  });

/** Evidence of a deposit of the client. It is refreshed together with the client's registrations. */
export const evidenceQuery = (id: string) => evidenceQueryUnder(REGISTRATIONS, id);

/** Evidence of any deposit, for staff. It is refreshed together with the queue. */
export const staffEvidenceQuery = (id: string) => evidenceQueryUnder(STAFF_REGISTRATIONS, id);

/** Path of the ZIP with everything that proves a deposit. */
export const bundlePath = (id: string): string => pathOf(certificateCalls.getProof, { params: { id } });
