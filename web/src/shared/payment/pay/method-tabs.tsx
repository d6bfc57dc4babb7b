import type { ProviderMethod } from '@g2/gateway/contract/payers';
import { IconBarcode, IconCreditCard, IconQrcode } from '@tabler/icons-react';
import classes from './pay.module.css';
import { texts } from './texts.ts';

const ICONS = {
  card: IconCreditCard,
  pix: IconQrcode,
  boleto: IconBarcode,
} as const satisfies Record<ProviderMethod, typeof IconQrcode>;

interface MethodTabsProps {
  readonly methods: readonly ProviderMethod[];
  readonly method: ProviderMethod;
  readonly onChoose: (method: ProviderMethod) => void;
}

export function MethodTabs({ methods, method, onChoose }: MethodTabsProps) {
  return (
    <fieldset className={classes.tabs}>
      <legend className="g2-hidden">{texts.methods}</legend>
      {methods.map((one) => {
        const Icon = ICONS[one];
        return (
          <label key={one} className={classes.tab}>
            <input
              type="radio"
              name="method"
              value={one}
              checked={one === method}
              onChange={() => onChoose(one)}
            />
            <Icon size={20} stroke={1.6} aria-hidden />
            {texts.names[one]}
          </label>
        );
      })}
    </fieldset>
  );
}
