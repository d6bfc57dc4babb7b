import { CLIENT_PAGE_SIZE } from '@g2/gateway/contract/common';
import type { OpenContactBody, OwnContact } from '@g2/gateway/contract/contacts';
import { contactRoutes } from '@g2/gateway/contract/routes/contacts';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
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

/** How many have an answer not seen yet. */
export const unreadContactsQuery = queryOptions({
  queryKey: [OWN, 'unread'],
  queryFn: async ({ signal }) =>
    (await call(contactRoutes.listOwnContacts, { query: { unread: 'true', limit: 1 }, signal })).total,
});

/** Writes on in one of the own, once; it is on the screen at once. */
export function useReplyContact(number: string) {
  const client = useQueryClient();
  const key = useIntentKey();
  return useMutation({
    mutationFn: (text: string) =>
      key.run({ number, text }, (idempotencyKey) =>
        call(contactRoutes.replyContact, { params: { number }, body: { text }, idempotencyKey }),
      ),
    onSettled: () => client.invalidateQueries({ queryKey: [OWN] }),
  });
}

/** Tells the server that the answers are read, as they were seen; a failure waits for the next visit. */
export function useMarkContactsRead(items: readonly OwnContact[], isSeen: boolean): void {
  const client = useQueryClient();
  const said = useRef(new Set<string>());
  useEffect(() => {
    const unread = items.filter(
      ({ isUnread, number, version }) => isUnread && !said.current.has(`${number} ${version}`),
    );
    if (!isSeen || unread.length === 0) return;
    for (const { number, version } of unread) said.current.add(`${number} ${version}`);
    const read = unread.map(({ number, version }) =>
      call(contactRoutes.readContact, { params: { number }, body: { version } }),
    );
    // The marks on this page stay for this visit: they say what is new.
    void Promise.allSettled(read).then(() =>
      client.invalidateQueries({ queryKey: unreadContactsQuery.queryKey }),
    );
  }, [client, items, isSeen]);
}

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
