import { CLIENT_PAGE_SIZE } from '@g2/gateway/contract/common';
import type { OpenContactBody } from '@g2/gateway/contract/contacts';
import { contactRoutes } from '@g2/gateway/contract/routes/contacts';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { useIntentKey } from '../../lib/idempotency.ts';

const OWN = contactRoutes.listOwnContacts.path;

/** One page of what the account wrote to the staff; asked anew whenever it is opened, for answers come meanwhile. */
export const ownContactsQuery = (page: number) =>
  queryOptions({
    queryKey: [OWN, page],
    queryFn: ({ signal }) =>
      call(contactRoutes.listOwnContacts, { query: { page, limit: CLIENT_PAGE_SIZE }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** Writes to the staff: once, however often it has to be tried. */
export function useOpenContact() {
  const client = useQueryClient();
  const key = useIntentKey();
  return useMutation({
    mutationFn: (body: OpenContactBody) =>
      key.run(body, (idempotencyKey) => call(contactRoutes.openContact, { body, idempotencyKey })),
    onSuccess: () => client.invalidateQueries({ queryKey: [OWN] }),
  });
}
