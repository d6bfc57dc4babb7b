import { MAX_PAGE_SIZE } from '@g2/gateway/contract/constants';
import type { User } from '@g2/gateway/contract/users';
import { useQuery } from '@tanstack/react-query';
import { foldText } from '../../../lib/words.ts';
import { usersQuery } from '../api.ts';

/** Users with the text in name or e-mail, ignoring case and accents (spec §2, "Credits tab"). */
export function filterUsers<T extends Pick<User, 'firstName' | 'lastName' | 'email'>>(
  users: readonly T[],
  search: string,
): T[] {
  const foldedSearch = foldText(search.trim());
  return users.filter(
    ({ firstName, lastName, email }) =>
      // Joins the names, so that a search for the full name also matches.
      foldText(`${firstName} ${lastName}`).includes(foldedSearch) || foldText(email).includes(foldedSearch),
  );
}

/**
 * The users that match the typed text. The browser filters the first hundred users (spec §2). If there are more,
 * the server also searches all users.
 */
export function useFoundUsers(typed: string, search: string) {
  const query = useQuery(usersQuery(1, '', MAX_PAGE_SIZE));
  const total = query.data?.total ?? 0;
  const items = query.data?.items ?? [];
  const hasUnloaded = total > items.length;
  const searchesServer = hasUnloaded && search !== '';
  const searchQuery = useQuery({ ...usersQuery(1, search, MAX_PAGE_SIZE), enabled: searchesServer });
  const searchResults =
    searchesServer && !searchQuery.isPlaceholderData ? (searchQuery.data?.items ?? []) : [];
  const loadedUsers = [...new Map([...items, ...searchResults].map((user) => [user.id, user])).values()];
  return {
    query,
    users: filterUsers(loadedUsers, typed),
    /** All loaded users. */
    loadedUsers,
    /** Number of loaded users and of all users; null if all are loaded or a search is typed. */
    loadedCount: hasUnloaded && typed.trim() === '' ? { loaded: items.length, total } : null,
    isSearching: hasUnloaded && (typed.trim() !== search || searchQuery.isFetching),
  };
}
