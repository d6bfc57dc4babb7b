import { MAX_PAGE_SIZE } from '@g2/gateway/contract/common';
import type { User } from '@g2/gateway/contract/users';
import { useQuery } from '@tanstack/react-query';
import { foldText } from '../../../lib/words.ts';
import { usersQuery } from '../api.ts';

/** Users with the text in the first name, last name or e-mail (spec §2, "Credits tab"); ignores case and accents. */
export function filterUsers<T extends Pick<User, 'firstName' | 'lastName' | 'email'>>(
  users: readonly T[],
  search: string,
): T[] {
  const wanted = foldText(search.trim());
  return users.filter(
    ({ firstName, lastName, email }) =>
      // Also match first and last name together.
      foldText(`${firstName} ${lastName}`).includes(wanted) || foldText(email).includes(wanted),
  );
}

/**
 * The users that match the typed text. The first hundred are filtered in the browser (spec §2); when there are more
 * accounts, the server searches as well.
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
    /** All loaded users. */
    known,
    /** Loaded and total number of users, when not all are loaded; else null. */
    partial: beyond && typed.trim() === '' ? { shown: items.length, total } : null,
    searching: beyond && (typed.trim() !== search || found.isFetching),
  };
}
