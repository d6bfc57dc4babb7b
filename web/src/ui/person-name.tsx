import classes from './person-name.module.css';

interface PersonNames {
  readonly firstName: string;
  readonly lastName: string;
}

/** First and last name; either may be empty. */
export function fullName({ firstName, lastName }: PersonNames): string {
  return `${firstName} ${lastName}`.trim();
}

/** A person's name with initials; the text `none` if there is no person. */
export function PersonName({ person, none }: { person: PersonNames | null; none: string }) {
  if (person === null) return <span className={classes.none}>{none}</span>;
  return (
    <span className={classes.person}>
      <Initials name={fullName(person)} />
      {fullName(person)}
    </span>
  );
}

/** A person's initials in a circle: of the first and last word of the name. */
export function Initials({ name }: { name: string }) {
  const words = name.split(/\s+/).filter((word) => word !== '');
  const letters = [words.at(0), words.length > 1 ? words.at(-1) : undefined].map(
    (word) => word?.charAt(0) ?? '',
  );
  return (
    <span className={classes.circle} aria-hidden>
      {letters.join('').toUpperCase()}
    </span>
  );
}
