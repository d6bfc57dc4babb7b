import type { Person } from '@g2/gateway/contract/common';
import { Initials } from './initials.tsx';
import classes from './person-name.module.css';

/** First and last name; either may be missing. */
export function fullName({ firstName, lastName }: Pick<Person, 'firstName' | 'lastName'>): string {
  return `${firstName} ${lastName}`.trim();
}

/** A person with initials, or what is said when there is none. */
export function PersonName({ person, none }: { person: Person | null; none: string }) {
  if (person === null) return <span className={classes.none}>{none}</span>;
  return (
    <span className={classes.person}>
      <Initials name={fullName(person)} />
      {fullName(person)}
    </span>
  );
}
