import type { Person } from '@g2/gateway/contract/common';
import classes from './person-name.module.css';

/** First and last name; either may be missing. */
export function fullName({ firstName, lastName }: Pick<Person, 'firstName' | 'lastName'>): string {
  return `${firstName} ${lastName}`.trim();
}

/** Up to two initials. */
export function initials({ firstName, lastName }: Pick<Person, 'firstName' | 'lastName'>): string {
  return `${firstName.charAt(0)}${lastName.charAt(0)}`.toUpperCase();
}

/** A person with an initials avatar, or what is said when there is none. */
export function PersonName({ person, none }: { person: Person | null; none: string }) {
  if (person === null) return <span className={classes.none}>{none}</span>;
  return (
    <span className={classes.person}>
      <span className={classes.avatar} aria-hidden>
        {initials(person)}
      </span>
      {fullName(person)}
    </span>
  );
}
