import { MAX_PAGE_SIZE } from '@g2/gateway/contract/common';
import { useQuery } from '@tanstack/react-query';
import { usersQuery } from '../api.ts';
import { filterUsers } from './filter-users.ts';

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
