import type { Evidence } from '@g2/gateway/contract/certificates';
import { certificateRoutes } from '@g2/gateway/contract/routes/certificates';
import { queryOptions } from '@tanstack/react-query';
import { call, pathOf } from '../../lib/call.ts';
import { REGISTRATIONS } from '../registration/api.ts';
import { STAFF_REGISTRATIONS } from '../registration/staff-api.ts';

const SOON_MS = 3_000;
const SELDOM_MS = 60_000;
/** The arrival of a file is recorded within seconds. */
const MOST_UNRECORDED = 5;

/** Nothing more is on its way: it is recorded, every stamp is there, and its place in the log. */
const isComplete = ({ recordedAt, provableSince, stampsPending, log }: Evidence): boolean =>
  recordedAt !== null && provableSince !== null && stampsPending === 0 && log !== null;

const evidenceOf = (root: string, id: string) =>
  queryOptions({
    queryKey: [root, 'evidence', id],
    queryFn: ({ signal }) => call(certificateRoutes.getEvidence, { params: { id }, signal }),
    // Stamps come within seconds, but for an authority that is away: nobody is told of each.
    refetchInterval: ({ state: { data, dataUpdateCount } }) => {
      if (data === undefined || isComplete(data)) return false;
      if (data.recordedAt === null && dataUpdateCount > MOST_UNRECORDED) return false;
      return Math.min(SELDOM_MS, SOON_MS * 2 ** (dataUpdateCount - 1));
    },
  });

/** What proves one's own deposit so far; read again with one's registrations. */
export const evidenceQuery = (id: string) => evidenceOf(REGISTRATIONS, id);

/** The same of any deposit; read again with the queue. */
export const staffEvidenceQuery = (id: string) => evidenceOf(STAFF_REGISTRATIONS, id);

/** Where the bundle of proof is downloaded. */
export const bundlePath = (id: string): string => pathOf(certificateRoutes.getProof, { params: { id } });
