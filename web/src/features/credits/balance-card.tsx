import { CREDITS_PER_REGISTRATION } from '@g2/gateway/contract/constants';
import { Button } from '@mantine/core';
import { IconCoins } from '@tabler/icons-react';
import clsx from 'clsx';
import { formatCredits } from '../../lib/format.ts';
import { balanceQuality, missingCredits, possibleRegistrations } from './amounts.ts';
import classes from './balance.module.css';
import { texts } from './texts.ts';

const t = texts.balance;
const QUALITY_COLORS = {
  Excelente: 'text-accent',
  Bom: 'text-accent',
  Regular: 'text-(--st-paid)',
  Baixo: 'text-muted',
};

/**
 * The credit balance, the number of registrations that it can pay, and a button to buy credits (spec §2, §4).
 * @param balance in hundredths of a credit; null while it cannot be read
 */
export function BalanceCard({ balance, onBuy }: { balance: number | null; onBuy: () => void }) {
  const isLow = balance !== null && possibleRegistrations(balance) < 1;
  const quality = balance === null ? null : balanceQuality(balance);
  return (
    <section className="@container min-w-0" aria-labelledby="balance-title">
      <div className={clsx('g2-panel g2-edge flex flex-col justify-between gap-4 h-full', classes.card)}>
        <div className="min-w-0">
          <div className="g2-row">
            <h2 id="balance-title" className="g2-title">
              {t.title}
            </h2>
            {quality !== null && (
              <span className={`g2-badge border border-current ${QUALITY_COLORS[quality]}`}>{quality}</span>
            )}
          </div>
          <p className="g2-figure mt-2 mb-0.5">{formatCredits(balance)}</p>
          {balance === null ? (
            <p className="g2-note">{t.balanceUnknown}</p>
          ) : (
            <ul className={clsx('g2-list g2-note mt-3', classes.worth)}>
              <li>{t.possibleRegistrations(possibleRegistrations(balance))}</li>
              <li>{t.costPerRegistration(formatCredits(CREDITS_PER_REGISTRATION))}</li>
              {!isLow && <li className={clsx('text-balance', classes.orCard)}>{t.payByCardHint}</li>}
            </ul>
          )}
        </div>
        {isLow && (
          // In a neutral colour, because the user can also pay by card.
          <p className={clsx('g2-note', classes.low)}>
            <span>{t.missingCreditsTitle}</span>:{' '}
            <span>{t.missingCredits(formatCredits(missingCredits(balance)))}</span>{' '}
            <span>{t.payByCardHint}</span>
          </p>
        )}
        <div className="g2-actions">
          <Button
            size="sm"
            variant="default"
            leftSection={<IconCoins size={17} aria-hidden />}
            onClick={onBuy}
          >
            {t.buyCredits}
          </Button>
        </div>
      </div>
    </section>
  );
}
