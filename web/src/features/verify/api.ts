import type { FileCertificates } from '@g2/gateway/contract/certificates';
import { certificateCalls } from '@g2/gateway/contract/gen/calls/certificates';
import { type Verdict, verdictOfText } from '@g2/gateway/contract/verification';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { embeddedVerdictOf } from '../../lib/embedded-verdict.ts';
import { HttpError } from '../../lib/failures.ts';

type DefiniteVerdict = Extract<Verdict, { kind: 'found' }> | { readonly kind: 'unknown' };

/** Looks up a certificate by number; "not found" is a valid result, not an error. */
const verdictQuery = (number: string) =>
  queryOptions({
    queryKey: [certificateCalls.getPublicCertificate.path, number],
    queryFn: async ({ signal }): Promise<DefiniteVerdict> => {
      try {
        const certificate = await call(certificateCalls.getPublicCertificate, { params: { number }, signal });
        return { kind: 'found', certificate };
      } catch (error) {
        if (error instanceof HttpError && error.code === 'unknown-certificate') return { kind: 'unknown' };
        throw error;
      }
    },
  });

/** Why a lookup failed: too many requests (`limited`), or no answer (`away`). */
export const lookupFailureOf = (error: unknown): 'limited' | 'away' =>
  error instanceof HttpError && error.status === 429 ? 'limited' : 'away';

/** The verdict on a number as the user wrote it; undefined until the first answer. */
export function useVerdict(number: string) {
  const localVerdict = verdictOfText(number);
  const embeddedVerdict = embeddedVerdictOf(useQueryClient(), number);
  const { data, error, isFetching, refetch } = useQuery({
    ...verdictQuery(number),
    enabled: localVerdict === undefined,
    ...(isDefinite(embeddedVerdict) && { initialData: embeddedVerdict }),
  });
  const failure: Verdict | undefined = error ? { kind: lookupFailureOf(error) } : embeddedVerdict;
  return { verdict: localVerdict ?? data ?? failure, isFetching, retry: () => void refetch() };
}

const isDefinite = (verdict: Verdict | undefined): verdict is DefiniteVerdict =>
  verdict?.kind === 'found' || verdict?.kind === 'unknown';

/** Certificates for the hash of a deposited file or of a certificate's PDF. @throws HttpError, NoAnswer */
export async function findByHash(sha256: string, signal: AbortSignal): Promise<FileCertificates['items']> {
  const { items } = await call(certificateCalls.findCertificatesByFile, { params: { sha256 }, signal });
  return items;
}
