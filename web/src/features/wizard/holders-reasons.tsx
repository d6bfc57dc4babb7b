import type { HoldersQuestion } from '../../lib/holders.ts';
import holdersCss from './holders.module.css';

/** What is to be confirmed of the holders, one sentence each. */
export function HoldersReasons({ question }: { question: HoldersQuestion }) {
  const [only, ...more] = question.reasons;
  if (more.length === 0) return <p className={holdersCss.reason}>{only}</p>;
  return (
    <ul className={holdersCss.reasons}>
      {question.reasons.map((reason) => (
        <li key={reason}>{reason}</li>
      ))}
    </ul>
  );
}
