import { CLIENT_PAGE_SIZE } from '@g2/gateway/contract/common';
import type { OpenContactBody, OwnContact } from '@g2/gateway/contract/contacts';
import { contactCalls } from '@g2/gateway/contract/gen/calls/contacts';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '../../lib/call.ts';
import { useIntentKey } from '../../lib/idempotency.ts';

const OWN_CONTACTS_PATH = contactCalls.listOwnContacts.path;

/** A page of the account's contacts with the staff. Always refetched, because answers may arrive meanwhile. */
export const ownContactsQuery = (page: number) =>
  queryOptions({
    queryKey: [OWN_CONTACTS_PATH, page],
    queryFn: ({ signal }) =>
      call(contactCalls.listOwnContacts, { query: { page, limit: CLIENT_PAGE_SIZE }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export const unreadContactsQuery = queryOptions({
  queryKey: [OWN_CONTACTS_PATH, 'unread'],
  queryFn: async ({ signal }) =>
    (await call(contactCalls.listOwnContacts, { query: { unread: 'true', limit: 1 }, signal })).total,
});

/** Sends a reply in one of the account's contacts. The idempotency key makes repeated requests one reply. */
export function useReplyContact(number: string) {
  const client = useQueryClient();
  const key = useIntentKey();
  return useMutation({
    mutationFn: (text: string) =>
      key.run({ number, text }, (idempotencyKey) =>
        call(contactCalls.replyContact, { params: { number }, body: { text }, idempotencyKey }),
      ),
    onSettled: () => client.invalidateQueries({ queryKey: [OWN_CONTACTS_PATH] }),
  });
}

/** Marks the displayed answers as read on the server. A failed request is repeated on the next visit. */
export function useMarkContactsRead(items: readonly OwnContact[], isSeen: boolean): void {
  const client = useQueryClient();
  const marked = useRef(new Set<string>());
  useEffect(() => {
    const unread = items.filter(
      ({ isUnread, number, version }) => isUnread && !marked.current.has(`${number} ${version}`),
    );
    if (!isSeen || unread.length === 0) return;
    for (const { number, version } of unread) marked.current.add(`${number} ${version}`);
    const read = unread.map(({ number, version }) =>
      call(contactCalls.readContact, { params: { number }, body: { version } }),
    );
    // Do not refetch the list: its marks show what is new during this visit.
    void Promise.allSettled(read).then(() =>
      client.invalidateQueries({ queryKey: unreadContactsQuery.queryKey }),
    );
  }, [client, items, isSeen]);
}

/** Sends a message to the staff. The idempotency key makes repeated requests one message. */
export function useOpenContact() {
  const client = useQueryClient();
  const key = useIntentKey();
  return useMutation({
    mutationFn: (body: OpenContactBody) =>
      key.run(body, (idempotencyKey) => call(contactCalls.openContact, { body, idempotencyKey })),
    onSuccess: () => client.invalidateQueries({ queryKey: [OWN_CONTACTS_PATH] }),
  });
}
