import type { Registration } from '@g2/gateway/contract/registrations';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { registrationQuery } from '../../shared/registration/api.ts';
import { useAddressWord } from './use-address-word.ts';

const NONE: readonly string[] = [];

/** `/dashboard?pay=<id>` opens that registration's payment, if it can be paid. `open` must be stable. */
export function usePayLink(open: (registration: Registration) => void): void {
  const client = useQueryClient();
  const act = useCallback(
    (id: string) => {
      client.fetchQuery({ ...registrationQuery(id), staleTime: 0 }).then(
        (registration) => registration.canPay && open(registration),
        // The dashboard stands on its own: a bad link opens nothing.
        () => undefined,
      );
    },
    [client, open],
  );
  useAddressWord('pay', NONE, act);
}
