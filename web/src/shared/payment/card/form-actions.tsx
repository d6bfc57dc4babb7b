import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { formatCents } from '../../../lib/format.ts';
import { texts as ui } from '../../../ui/texts.ts';
import { texts } from './texts.ts';

/** Security note and buttons of a card form. @param amount cents */
export function FormActions({ amount, onCancel }: { amount: number; onCancel: () => void }) {
  return (
    <>
      <p className="g2-meta flex gap-2">
        <IconLock className="flex-none mt-0.5" size={16} aria-hidden />
        <span>{texts.card.safetyNote}</span>
      </p>
      <div className="g2-answers">
        <Button variant="default" onClick={onCancel}>
          {ui.cancel}
        </Button>
        <Button type="submit">{texts.card.pay(formatCents(amount))}</Button>
      </div>
    </>
  );
}
