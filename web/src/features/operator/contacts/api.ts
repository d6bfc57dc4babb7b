import { STAFF_PAGE_SIZE } from '@g2/gateway/contract/common';
import type { Contact, ContactState } from '@g2/gateway/contract/contacts';
import { contactRoutes } from '@g2/gateway/contract/routes/contacts';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';
import { HttpError, reasonOf } from '../../../lib/failures.ts';
import { useIntentKey } from '../../../lib/idempotency.ts';
import { notify } from '../../../ui/toast-store.ts';
import { texts } from './texts.ts';

const t = texts.page;
const CONTACTS = contactRoutes.listContacts.path;

export type ListAsked = { page: number; search: string; state: ContactState | ''; mine: boolean };

/** One page of contact requests. Each item gets its number as `id`, because list components need an `id`. */
export const contactsQuery = ({ page, search, state, mine }: ListAsked) =>
  queryOptions({
    queryKey: [CONTACTS, 'list', { page, search, state, mine }],
    queryFn: async ({ signal }) => {
      const query = { page, search, state, mine: mine ? 'true' : '', limit: STAFF_PAGE_SIZE } as const;
      const { items, ...listed } = await call(contactRoutes.listContacts, { query, signal });
      return { ...listed, items: items.map((item) => ({ ...item, id: item.number })) };
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export const openCountQuery = queryOptions({
  queryKey: [CONTACTS, 'open'],
  queryFn: async ({ signal }) =>
    (await call(contactRoutes.listContacts, { query: { state: 'open', limit: 1 }, signal })).total,
});

export const contactQuery = (number: string) =>
  queryOptions({
    queryKey: [CONTACTS, 'one', number],
    queryFn: ({ signal }) => call(contactRoutes.getContact, { params: { number }, signal }),
    staleTime: 0,
  });

/** What a staff member does with a contact request. */
export type Deed =
  | { readonly kind: 'answer'; readonly text: string; readonly close: boolean }
  | { readonly kind: 'close' }
  | { readonly kind: 'take'; readonly take: boolean }
  | { readonly kind: 'reopen' };

const doneOf = (deed: Deed): string =>
  deed.kind === 'take' ? (deed.take ? t.takenDone : t.leftDone) : DONE[deed.kind];
const DONE = { answer: t.sent, close: t.closedDone, reopen: t.reopenedDone } as const;

/** Carries out a staff action on a contact request. Of two simultaneous actions, the later one gets a conflict. */
export function useContactDeed({ number, version }: Pick<Contact, 'number' | 'version'>) {
  const client = useQueryClient();
  const key = useIntentKey();
  return useMutation({
    mutationFn: (deed: Deed) => {
      const params = { number };
      if (deed.kind === 'close') return call(contactRoutes.closeContact, { params, body: { version } });
      if (deed.kind === 'reopen') return call(contactRoutes.reopenContact, { params, body: { version } });
      if (deed.kind === 'take')
        return call(contactRoutes.takeContact, { params, body: { version, take: deed.take } });
      const body = { version, text: deed.text, close: deed.close };
      return key.run(body, (idempotencyKey) =>
        call(contactRoutes.answerContact, { params, body, idempotencyKey }),
      );
    },
    onSuccess: (now, deed) => {
      client.setQueryData(contactQuery(number).queryKey, now);
      notify.success(doneOf(deed), number);
    },
    onError: (error) => {
      const isLate = error instanceof HttpError && error.status === 409;
      if (isLate) notify.error(t.conflict, t.conflictText);
      else notify.error(t.changeFailed, reasonOf(error, t.changeFailedText));
    },
    onSettled: () => client.invalidateQueries({ queryKey: [CONTACTS] }),
  });
}
