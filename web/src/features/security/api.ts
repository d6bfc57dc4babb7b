import { factorRoutes } from '@g2/gateway/contract/routes/factors';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { rereadUser } from '../../lib/session.ts';
import { makePasskey } from '../../shared/factor/webauthn.ts';

const FACTORS = factorRoutes.getFactors.path;
const PASSKEYS = factorRoutes.listPasskeys.path;

export const factorsQuery = queryOptions({
  queryKey: [FACTORS],
  queryFn: ({ signal }) => call(factorRoutes.getFactors, { signal }),
});

export const passkeysQuery = queryOptions({
  queryKey: [PASSKEYS],
  queryFn: ({ signal }) => call(factorRoutes.listPasskeys, { signal }),
});

/**
 * After a change of factors, refetches factors and user and drops failed queries. Not awaited, because the refetch may
 * unmount the form that still has to show its result.
 */
function useReread() {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries({ queryKey: [FACTORS] });
    void client.invalidateQueries({ queryKey: [PASSKEYS] });
    rereadUser(client).catch(() => undefined);
    client.removeQueries({ predicate: (query) => query.state.status === 'error' && !query.isActive() });
  };
}

/** Starts the setup of an authenticator app. */
export const useSetUp = () => useMutation({ mutationFn: () => call(factorRoutes.setUpTotp) });

export function useEnable() {
  const reread = useReread();
  return useMutation({
    mutationFn: (code: string) => call(factorRoutes.enableTotp, { body: { code } }),
    onSuccess: reread,
  });
}

export function useDisable() {
  const reread = useReread();
  return useMutation({
    mutationFn: (code: string) => call(factorRoutes.disableTotp, { body: { code } }),
    onSuccess: reread,
  });
}

export function useRenewCodes() {
  const reread = useReread();
  return useMutation({ mutationFn: () => call(factorRoutes.renewRecoveryCodes), onSuccess: reread });
}

/** Creates a passkey in the browser and registers it with the account. */
export function useAddPasskey() {
  const reread = useReread();
  return useMutation({
    mutationFn: async (name: string) => {
      const { options, flow } = await call(factorRoutes.startPasskey);
      return call(factorRoutes.addPasskey, { body: { flow, name, response: await makePasskey(options) } });
    },
    onSuccess: reread,
  });
}

export function useRenamePasskey() {
  const reread = useReread();
  return useMutation({
    mutationFn: ({ id, name }: { id: string; name: string }) =>
      call(factorRoutes.renamePasskey, { params: { id }, body: { name } }),
    onSuccess: reread,
  });
}

export function useRemovePasskey() {
  const reread = useReread();
  return useMutation({
    mutationFn: (id: string) => call(factorRoutes.removePasskey, { params: { id } }),
    onSuccess: reread,
  });
}
