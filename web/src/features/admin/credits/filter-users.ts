import type { User } from '@g2/gateway/contract/users';

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

const folded = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase();
