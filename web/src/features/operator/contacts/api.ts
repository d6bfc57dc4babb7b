import { STAFF_PAGE_SIZE } from '@g2/gateway/contract/constants';
import type { Contact, ContactState } from '@g2/gateway/contract/contacts';
import { contactCalls } from '@g2/gateway/contract/gen/calls/contacts';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';
import { HttpError, reasonOf } from '../../../lib/failures.ts';
import { useIntentKey } from '../../../lib/idempotency.ts';
import { fullName } from '../../../ui/person-name.tsx';
import { notify } from '../../../ui/toast-store.ts';
import { texts } from './texts.ts';

const t = texts.page;
const CONTACTS_KEY = contactCalls.listContacts.path;

type ContactListQuery = { page: number; search: string; state: ContactState | ''; mine: boolean };

/** One page of contact requests. The number is copied to `id`, because list components need an `id`. */
export const contactsQuery = ({ page, search, state, mine }: ContactListQuery) =>
  queryOptions({
    queryKey: [CONTACTS_KEY, 'list', { page, search, state, mine }],
    queryFn: async ({ signal }) => {
      const query = { page, search, state, mine: mine ? 'true' : '', limit: STAFF_PAGE_SIZE } as const;
      const { items, ...listed } = await call(contactCalls.listContacts, { query, signal });
      return { ...listed, items: items.map((item) => ({ ...item, id: item.number })) };
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export const openCountQuery = queryOptions({
  queryKey: [CONTACTS_KEY, 'open'],
  queryFn: async ({ signal }) =>
    (await call(contactCalls.listContacts, { query: { state: 'open', limit: 1 }, signal })).total,
});

export const contactQuery = (number: string) =>
  queryOptions({
    queryKey: [CONTACTS_KEY, 'one', number],
    queryFn: ({ signal }) => call(contactCalls.getContact, { params: { number }, signal }),
    staleTime: 0,
  });

type ContactAction =
  | { readonly kind: 'answer'; readonly text: string; readonly close: boolean }
  | { readonly kind: 'close' | 'reopen' | 'take' | 'leave' };

/** Carries out a staff action on a contact request. Of two simultaneous actions, the second fails with a conflict. */
export function useContactAction({ number, version }: Pick<Contact, 'number' | 'version'>) {
  const client = useQueryClient();
  const intentKey = useIntentKey();
  return useMutation({
    mutationFn: (action: ContactAction) => {
      const params = { number };
      if (action.kind === 'close') return call(contactCalls.closeContact, { params, body: { version } });
      if (action.kind === 'reopen') return call(contactCalls.reopenContact, { params, body: { version } });
      if (action.kind !== 'answer') {
        const body = { version, take: action.kind === 'take' };
        return call(contactCalls.takeContact, { params, body });
      }
      const body = { version, text: action.text, close: action.close };
      return intentKey.run(body, (idempotencyKey) =>
        call(contactCalls.answerContact, { params, body, idempotencyKey }),
      );
    },
    onSuccess: (updatedContact, { kind }) => {
      client.setQueryData(contactQuery(number).queryKey, updatedContact);
      notify.success(t.done[kind], number);
    },
    onError: (error) => {
      const isConflict = error instanceof HttpError && error.status === 409;
      if (isConflict) notify.error(t.conflict, t.conflictText);
      else notify.error(t.changeFailed, reasonOf(error, t.changeFailedText));
    },
    onSettled: () => client.invalidateQueries({ queryKey: [CONTACTS_KEY] }),
  });
}

/** Name of a staff member; a name for the whole team if the person is unknown. */
export const staffName = (person: Contact['closedBy']): string =>
  person === null ? t.unknownStaff : fullName(person);
