interface PersonNames {
  readonly firstName: string;
  readonly lastName: string;
}

/** First and last name; either may be empty. */
export const fullName = ({ firstName, lastName }: PersonNames): string => `${firstName} ${lastName}`.trim();

/** A person's initials and name; the text `placeholder` if there is no person. */
export function PersonName({ person, placeholder }: { person: PersonNames | null; placeholder: string }) {
  if (person === null) return <span className="text-muted italic">{placeholder}</span>;
  return (
    <span className="g2-inline gap-2 min-w-0">
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
    <span className="g2-mark w-7 h-7 bg-accent-soft text-accent text-xs font-bold" aria-hidden>
      {letters.join('').toUpperCase()}
    </span>
  );
}
