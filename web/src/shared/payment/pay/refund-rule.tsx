import classes from './pay.module.css';
import { texts } from './texts.ts';

/** Short refund rule shown before payment, with a link to the full terms. */
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
