import { CREDITS_PER_REGISTRATION } from '@g2/gateway/contract/common';
import { Button } from '@mantine/core';
import { IconCoins } from '@tabler/icons-react';
import { memo } from 'react';
import { formatCredits } from '../../lib/format.ts';
import { balanceQuality, missingCredits, possibleRegistrations } from './amounts.ts';
import classes from './balance.module.css';
import { texts } from './texts.ts';

interface BalanceCardProps {
  /** The balance in hundredths of a credit; null while it cannot be read. */
  readonly balance: number | null;
  readonly onBuy: () => void;
}

const t = texts.balance;

/** The credit balance, what it pays for, and the button to buy more (spec §2, §4). */
export const BalanceCard = memo(function BalanceCard({ balance, onBuy }: BalanceCardProps) {
  const low = balance !== null && possibleRegistrations(balance) < 1;
  return (
    <section className={classes.frame} aria-labelledby="balance-title">
      <div className={classes.card}>
        <div className={classes.main}>
          <div className={classes.head}>
            <h2 id="balance-title" className="g2-title">
              {t.title}
            </h2>
            {balance !== null && (
              <span className={classes.quality} data-quality={balanceQuality(balance)}>
                {balanceQuality(balance)}
              </span>
            )}
          </div>
          <p className={classes.figure}>{formatCredits(balance)}</p>
          {balance === null ? (
            <p className="g2-note">{t.unknown}</p>
          ) : (
            <ul className={classes.worth}>
              <li>{t.possible(possibleRegistrations(balance))}</li>
              <li>{t.cost(formatCredits(CREDITS_PER_REGISTRATION))}</li>
              {!low && <li className={classes.orCard}>{t.orCard}</li>}
            </ul>
          )}
        </div>
        {balance !== null && low && (
          // In a neutral colour, because a card can pay instead.
          <p className={classes.low}>
            <span>{t.lowTitle}</span>: <span>{t.low(formatCredits(missingCredits(balance)))}</span>{' '}
            <span>{t.orCard}</span>
          </p>
        )}
        <div className={classes.actions}>
          <Button
            size="sm"
            variant="default"
            leftSection={<IconCoins size={17} aria-hidden />}
            onClick={onBuy}
          >
            {t.buy}
          </Button>
        </div>
      </div>
    </section>
  );
});
