import type { HoldersQuestion } from './holders.ts';
import classes from './holders-reasons.module.css';

/** What is to be confirmed of the holders, one sentence each. */
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
