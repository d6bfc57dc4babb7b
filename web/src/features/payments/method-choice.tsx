import type { ProviderMethod } from '@g2/gateway/contract/payers';
import {
  IconBarcode,
  IconChevronRight,
  IconCoins,
  IconCreditCard,
  IconQrcode,
  type TablerIcon,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { formatCredits } from '../../lib/format.ts';
import { paymentConfigQuery } from '../../shared/payment/api.ts';
import classes from './payments.module.css';
import { texts } from './texts.ts';

export type Choice = ProviderMethod | 'credits';

interface MethodChoiceProps {
  /** Hundredths of a credit; enough for the fee. */
  readonly balance: number;
  readonly onChoose: (method: Choice) => void;
}

const t = texts.modal;
const PROVIDER = {
  card: { Icon: IconCreditCard, name: t.payWithCard, note: t.cardNote },
  pix: { Icon: IconQrcode, name: t.payWithPix, note: t.pixNote },
  boleto: { Icon: IconBarcode, name: t.payWithBoleto, note: t.boletoNote },
} as const satisfies Record<ProviderMethod, { Icon: TablerIcon; name: string; note: string }>;

/** Choice of payment method, shown to users with enough credits for the fee. */
export function MethodChoice({ balance, onChoose }: MethodChoiceProps) {
  const { data: config } = useQuery(paymentConfigQuery);
  const way = (method: Choice, Icon: TablerIcon, name: string, note: string) => (
    <button key={method} type="button" className={classes.method} onClick={() => onChoose(method)}>
      <Icon size={24} stroke={1.6} aria-hidden />
      <span className={classes.methodName}>
        {name}
        <span className={classes.methodNote}>{note}</span>
      </span>
      <IconChevronRight size={18} aria-hidden />
    </button>
  );
  return (
    <fieldset className={classes.methods}>
      <legend className={classes.legend}>{t.choose}</legend>
      {(config?.methods ?? ['card']).map((method) => {
        const { Icon, name, note } = PROVIDER[method];
        return way(method, Icon, name, note);
      })}
      {way('credits', IconCoins, t.payWithCredits, t.creditsNote(formatCredits(balance)))}
    </fieldset>
  );
}
