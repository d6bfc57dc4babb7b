import classes from './pay.module.css';
import { texts } from './texts.ts';

/** When money comes back, said before one pays; the terms say it whole. */
export function RefundRule() {
  return (
    <p className={classes.rule}>
      {texts.refund}{' '}
      <a className={classes.ruleLink} href="/termos#devolucoes" target="_blank" rel="noreferrer">
        {texts.refundLink}
      </a>
    </p>
  );
}
