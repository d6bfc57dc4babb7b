import { MAX_PAGE_SIZE } from '@g2/gateway/contract/common';
import type { User } from '@g2/gateway/contract/users';
import { useQuery } from '@tanstack/react-query';
import { folded } from '../../../lib/words.ts';
import { usersQuery } from '../api.ts';

/** Users whose first name, last name or e-mail contains the text, whatever the case (spec §2, "Credits tab") and the accents. */
export function filterUsers<T extends Pick<User, 'firstName' | 'lastName' | 'email'>>(
  users: readonly T[],
  search: string,
): T[] {
  const wanted = folded(search.trim());
  return users.filter(
    ({ firstName, lastName, email }) =>
      // Both names together too: that is how one types a person.
      folded(`${firstName} ${lastName}`).includes(wanted) || folded(email).includes(wanted),
  );
}

/**
 * The users that the typed text finds. The first hundred are filtered here (spec §2); with more accounts than that,
 * the server searches too.
 */
export function useFoundUsers(typed: string, search: string) {
  const query = useQuery(usersQuery(1, '', MAX_PAGE_SIZE));
  const total = query.data?.total ?? 0;
  const items = query.data?.items ?? [];
  const beyond = total > items.length;
  const found = useQuery({ ...usersQuery(1, search, MAX_PAGE_SIZE), enabled: beyond && search !== '' });
  const remote = beyond && search !== '' && !found.isPlaceholderData ? (found.data?.items ?? []) : [];
  const known = [...new Map([...items, ...remote].map((user) => [user.id, user])).values()];
  return {
    query,
    users: filterUsers(known, typed),
    /** Everybody there is to choose from. */
    known,
    /** How many of how many are known, where that is not all of them. */
    partial: beyond && typed.trim() === '' ? { shown: items.length, total } : null,
    searching: beyond && (typed.trim() !== search || found.isFetching),
  };
}
