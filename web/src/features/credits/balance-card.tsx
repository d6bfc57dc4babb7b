import { CREDITS_PER_REGISTRATION } from '@g2/gateway/contract/common';
import { Button } from '@mantine/core';
import { IconCoins } from '@tabler/icons-react';
import { formatCredits } from '../../lib/format.ts';
import { balanceQuality, missingCredits, possibleRegistrations } from '../../lib/registration-status.ts';
import classes from './credits.module.css';
import { texts } from './texts.ts';

interface BalanceCardProps {
  /** Hundredths of a credit; null while it cannot be read. */
  readonly balance: number | null;
  readonly onBuy: () => void;
}

export function BalanceCard({ balance, onBuy }: BalanceCardProps) {
  const t = texts.balance;
  const low = balance !== null && possibleRegistrations(balance) < 1;
  return (
    <section className={classes.balance} aria-labelledby="balance-title">
      <div className={classes.balanceMain}>
        <div className={classes.balanceHead}>
          <h2 id="balance-title" className={classes.balanceTitle}>
            {t.title}
          </h2>
          {balance !== null && (
            <span className={classes.quality} data-quality={balanceQuality(balance)}>
              {balanceQuality(balance)}
            </span>
          )}
        </div>
        <p className={classes.figure}>{formatCredits(balance)}</p>
        <p className={classes.note}>
          {balance === null
            ? t.unknown
            : `${t.possible(possibleRegistrations(balance))} · ${t.cost(formatCredits(CREDITS_PER_REGISTRATION))}`}
        </p>
      </div>
      <Button variant="default" leftSection={<IconCoins size={18} aria-hidden />} onClick={onBuy}>
        {t.buy}
      </Button>
      {low && (
        <p className={classes.low}>
          <strong>{t.lowTitle}</strong> <span>{t.low(formatCredits(missingCredits(balance)))}</span>
        </p>
      )}
    </section>
  );
}
