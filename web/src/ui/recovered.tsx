import { Button } from '@mantine/core';
import { texts as t } from './texts.ts';

interface RecoveredProps {
  readonly onDiscard: () => void;
  /** What was not kept. */
  readonly but?: string | undefined;
}

/** Says that the texts of a form are of an earlier time. */
export function Recovered({ onDiscard, but }: RecoveredProps) {
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
