import classes from './initials.module.css';

/** A person's initials in a circle, beside the name: of the first word and of the last. */
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
