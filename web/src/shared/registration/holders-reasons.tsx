import type { HoldersQuestion } from './holders.ts';

/** The reasons of the confirmation question about the holders; a list if there are several. */
export function HoldersReasons({ question }: { question: HoldersQuestion }) {
  const [firstReason, ...otherReasons] = question.reasons;
  if (otherReasons.length === 0) return <p className="wrap-anywhere">{firstReason}</p>;
  return (
    <ul className="wrap-anywhere grid gap-2 m-0 pl-5">
      {question.reasons.map((reason) => (
        <li key={reason}>{reason}</li>
      ))}
    </ul>
  );
}
