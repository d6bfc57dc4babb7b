import type { Registration } from '@g2/gateway/contract/registrations';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { registrationQuery } from '../../lib/registrations.ts';

/** `/dashboard?pay=<id>` opens that registration's payment, if it can be paid. `open` must be stable. */
export function usePayLink(open: (registration: Registration) => void): void {
  const client = useQueryClient();
  const [params, setParams] = useSearchParams();
  const id = params.get('pay');
  useEffect(() => {
    if (id === null) return;
    setParams({}, { replace: true });
    client.fetchQuery({ ...registrationQuery(id), staleTime: 0 }).then(
      (registration) => registration.canPay && open(registration),
      // The dashboard stands on its own: a bad link opens nothing.
      () => undefined,
    );
  }, [client, id, open, setParams]);
}
