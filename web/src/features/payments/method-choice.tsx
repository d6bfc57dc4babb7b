import { IconChevronRight, IconCoins, IconCreditCard } from '@tabler/icons-react';
import { formatCredits } from '../../lib/format.ts';
import classes from './payments.module.css';
import { texts } from './texts.ts';

interface MethodChoiceProps {
  /** Hundredths of a credit; covers the fee. */
  readonly balance: number;
  readonly onChoose: (method: 'card' | 'credits') => void;
}

export function MethodChoice({ balance, onChoose }: MethodChoiceProps) {
  const t = texts.modal;
  return (
    <fieldset className={classes.methods}>
      <legend className={classes.legend}>{t.choose}</legend>
      <button type="button" className={classes.method} onClick={() => onChoose('card')}>
        <IconCreditCard size={24} stroke={1.6} aria-hidden />
        <span className={classes.methodName}>
          {t.payWithCard}
          <span className={classes.methodNote}>{t.cardNote}</span>
        </span>
        <IconChevronRight size={18} aria-hidden />
      </button>
      <button type="button" className={classes.method} onClick={() => onChoose('credits')}>
        <IconCoins size={24} stroke={1.6} aria-hidden />
        <span className={classes.methodName}>
          {t.payWithCredits}
          <span className={classes.methodNote}>{t.creditsNote(formatCredits(balance))}</span>
        </span>
        <IconChevronRight size={18} aria-hidden />
      </button>
    </fieldset>
  );
}
