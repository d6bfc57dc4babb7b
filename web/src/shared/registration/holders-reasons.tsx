import type { HoldersQuestion } from './holders.ts';
import classes from './holders-reasons.module.css';

/** The sentences of a question about the holders, as a list if there are several. */
export function HoldersReasons({ question }: { question: HoldersQuestion }) {
  const [only, ...more] = question.reasons;
  if (more.length === 0) return <p className={classes.reason}>{only}</p>;
  return (
    <ul className={classes.reasons}>
      {question.reasons.map((reason) => (
        <li key={reason}>{reason}</li>
      ))}
    </ul>
  );
}
