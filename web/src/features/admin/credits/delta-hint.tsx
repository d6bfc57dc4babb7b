import { formatCredits } from '../../../lib/format.ts';
import classes from '../admin.module.css';
import { texts } from '../users/texts.ts';

/** What a delta in hundredths is in credits, beside the field (contract rule 6). */
export function DeltaHint({ delta }: { delta: string }) {
  const value = Number(delta);
  if (delta.trim() === '' || !Number.isInteger(value)) return null;
  return (
    <p className={classes.hint} role="status">
      {texts.creditsDialog.equals(formatCredits(value))}
    </p>
  );
}
