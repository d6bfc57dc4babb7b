import { Button } from '@mantine/core';
import { texts as t } from './texts.ts';

/**
 * Note that a form was filled with unsent texts from an earlier time, with a button to discard them.
 * @param but note about form values that were not stored, such as an amount
 */
export function RecoveredNote({ onDiscard, but }: { onDiscard: () => void; but?: string | undefined }) {
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
