import { CLIENT_PAGE_SIZE } from '@g2/gateway/contract/constants';
import type { OpenContactBody, OwnContact } from '@g2/gateway/contract/contacts';
import { contactCalls } from '@g2/gateway/contract/gen/calls/contacts';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '../../lib/call.ts';
import { useIntentKey } from '../../lib/idempotency.ts';

const OWN_CONTACTS_PATH = contactCalls.listOwnContacts.path;

/** A page of the user's contacts with the staff. Always refetched, because new answers may have arrived. */
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

/** Sends a reply in a contact. Because of the idempotency key, repeated requests store only one reply. */
export function useReplyContact(number: string) {
  const client = useQueryClient();
  const idempotencyKeys = useIntentKey();
  return useMutation({
    mutationFn: (text: string) =>
      idempotencyKeys.run({ number, text }, (idempotencyKey) =>
        call(contactCalls.replyContact, { params: { number }, body: { text }, idempotencyKey }),
      ),
    onSettled: () => client.invalidateQueries({ queryKey: [OWN_CONTACTS_PATH] }),
  });
}

/** Marks the displayed answers as read on the server. @param isPageVisible whether the page is visible to the user */
export function useMarkContactsRead(items: readonly OwnContact[], isPageVisible: boolean): void {
  const client = useQueryClient();
  const markedVersions = useRef(new Set<string>());
  useEffect(() => {
    const unreadContacts = items.filter(
      ({ isUnread, number, version }) => isUnread && !markedVersions.current.has(`${number} ${version}`),
    );
    if (!isPageVisible || unreadContacts.length === 0) return;
    for (const { number, version } of unreadContacts) markedVersions.current.add(`${number} ${version}`);
    const requests = unreadContacts.map(({ number, version }) =>
      call(contactCalls.readContact, { params: { number }, body: { version } }),
    );
    // The list is not refetched, so that new answers stay marked during this visit.
    void Promise.allSettled(requests).then(() =>
      client.invalidateQueries({ queryKey: unreadContactsQuery.queryKey }),
    );
  }, [client, items, isPageVisible]);
}

/** Sends a message to the staff. Because of the idempotency key, repeated requests store only one message. */
export function useOpenContact() {
  const client = useQueryClient();
  const idempotencyKeys = useIntentKey();
  return useMutation({
    mutationFn: (body: OpenContactBody) =>
      idempotencyKeys.run(body, (idempotencyKey) => call(contactCalls.openContact, { body, idempotencyKey })),
    onSuccess: () => client.invalidateQueries({ queryKey: [OWN_CONTACTS_PATH] }),
  });
}
