import type { Evidence } from '@g2/gateway/contract/certificates';
import { certificateCalls } from '@g2/gateway/contract/gen/calls/certificates';
import { queryOptions } from '@tanstack/react-query';
import { call, pathOf } from '../../lib/call.ts';
import { REGISTRATIONS } from '../registration/api.ts';
import { STAFF_REGISTRATIONS } from '../registration/staff-api.ts';

const FIRST_POLL_MS = 3_000;
const MAX_POLL_MS = 60_000;
/** Polling stops after this many reads if the file's arrival is still not recorded: recording takes only seconds. */
const MAX_UNRECORDED_READS = 5;

/** True when no more evidence is expected: arrival recorded, all stamps received, and entered in the public log. */
const isComplete = ({ recordedAt, provableSince, stampsPending, log }: Evidence): boolean =>
  recordedAt !== null && provableSince !== null && stampsPending === 0 && log !== null;

const evidenceQueryFor = (root: string, id: string) =>
  queryOptions({
    queryKey: [root, 'evidence', id],
    queryFn: ({ signal }) => call(certificateCalls.getEvidence, { params: { id }, signal }),
    // Polls with a growing interval: time stamps normally arrive within seconds, and no event reports them.
    refetchInterval: ({ state: { data, dataUpdateCount } }) => {
      if (data === undefined || isComplete(data)) return false;
      if (data.recordedAt === null && dataUpdateCount > MAX_UNRECORDED_READS) return false;
      return Math.min(MAX_POLL_MS, FIRST_POLL_MS * 2 ** (dataUpdateCount - 1));
    },
  });

/** Evidence of the client's own deposit; its key makes it refresh together with the client's registrations. */
export const evidenceQuery = (id: string) => evidenceQueryFor(REGISTRATIONS, id);

/** Evidence of any deposit, for staff; its key makes it refresh together with the queue. */
export const staffEvidenceQuery = (id: string) => evidenceQueryFor(STAFF_REGISTRATIONS, id);

export const bundlePath = (id: string): string => pathOf(certificateCalls.getProof, { params: { id } });
