import { Button } from '@mantine/core';
import { texts as t } from './texts.ts';

/**
 * Note that a form shows texts that the user typed earlier and did not send, with a button to discard them.
 * @param notStoredNote note about form values that were not stored, such as an amount
 */
export function RecoveredNote({
  onDiscard,
  notStoredNote,
}: {
  onDiscard: () => void;
  notStoredNote?: string | undefined;
}) {
  return (
    <p className="g2-meta">
      {t.recovered}
      {notStoredNote !== undefined && ` ${notStoredNote}`}{' '}
      <Button variant="subtle" size="compact-xs" onClick={onDiscard}>
        {t.discard}
      </Button>
    </p>
  );
}
