import type { HoldersQuestion } from './holders.ts';

/** The sentences of a question about the holders, as a list if there are several. */
export function HoldersReasons({ question }: { question: HoldersQuestion }) {
  const [only, ...more] = question.reasons;
  if (more.length === 0) return <p className="wrap-anywhere">{only}</p>;
  return (
    <ul className="wrap-anywhere grid gap-2 m-0 pl-5">
      {question.reasons.map((reason) => (
        <li key={reason}>{reason}</li>
      ))}
    </ul>
  );
}
