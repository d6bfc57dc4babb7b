import type { ProviderMethod, VoucherMethod } from '@g2/gateway/contract/payers';
import { Button } from '@mantine/core';
import classes from './pay.module.css';
import { texts } from './texts.ts';

interface SwitchNoticeProps {
  readonly open: VoucherMethod;
  readonly next: ProviderMethod;
  /** True if the old Pix or boleto becomes invalid, or must not be paid, after the switch to another method. */
  readonly isOnce: boolean;
  readonly onKeep: () => void;
  readonly onSwitch: () => void;
}

/** Question before another method replaces a Pix or boleto that can still be paid. */
export function SwitchNotice({ open, next, isOnce, onKeep, onSwitch }: SwitchNoticeProps) {
  const t = texts.switch;
  const name = texts.names[open];
  return (
    <section className={classes.switch} aria-label={t.title(name)}>
      <p className={classes.title}>{t.title(name)}</p>
      <p className={classes.note}>{isOnce ? t[open] : t.both}</p>
      <div className="g2-answers">
        <Button variant="default" onClick={onSwitch}>
          {t.go(texts.names[next])}
        </Button>
        <Button onClick={onKeep}>{t.keep(name)}</Button>
      </div>
    </section>
  );
}
