import type { User } from '@g2/gateway/contract/users';

/** Users whose first name, last name or e-mail contains the text, in any case (spec §2, "Credits tab"). */
export function filterUsers<T extends Pick<User, 'firstName' | 'lastName' | 'email'>>(
  users: readonly T[],
  search: string,
): T[] {
  const wanted = search.trim().toLowerCase();
  return users.filter(
    ({ firstName, lastName, email }) =>
      // Both names together too: that is how one types a person.
      `${firstName} ${lastName}`.toLowerCase().includes(wanted) || email.toLowerCase().includes(wanted),
  );
}
