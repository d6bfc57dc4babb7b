import { certificateRoutes } from '@g2/gateway/contract/routes/certificates';
import { queryOptions } from '@tanstack/react-query';
import { call, pathOf } from '../../lib/call.ts';
import { REGISTRATIONS } from '../registration/api.ts';
import { STAFF_REGISTRATIONS } from '../registration/staff-api.ts';

const evidenceOf = (root: string, id: string) =>
  queryOptions({
    queryKey: [root, 'evidence', id],
    queryFn: ({ signal }) => call(certificateRoutes.getEvidence, { params: { id }, signal }),
  });

/** What proves one's own deposit so far; read again with one's registrations. */
export const evidenceQuery = (id: string) => evidenceOf(REGISTRATIONS, id);

/** The same of any deposit; read again with the queue. */
export const staffEvidenceQuery = (id: string) => evidenceOf(STAFF_REGISTRATIONS, id);

/** Where the bundle of proof is downloaded. */
export const bundlePath = (id: string): string => pathOf(certificateRoutes.getProof, { params: { id } });
