import { Button } from '@mantine/core';
import { texts as t } from './texts.ts';

interface RecoveredNoteProps {
  readonly onDiscard: () => void;
  /** Note about form values that were not stored, such as an amount. */
  readonly but?: string | undefined;
}

/** Note that a form was filled with unsent texts from an earlier time, with a button to discard them. */
export function RecoveredNote({ onDiscard, but }: RecoveredNoteProps) {
  return (
    <p className="g2-meta">
      {t.recovered}
      {but !== undefined && ` ${but}`}{' '}
      <Button variant="subtle" size="compact-xs" onClick={onDiscard}>
        {t.discard}
      </Button>
    </p>
  );
}
