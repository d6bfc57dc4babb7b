import {
  type CreditPackage,
  type CreditPurchaseBody,
  CUSTOM_AMOUNT_MESSAGE,
  CUSTOM_AMOUNT_TITLE,
} from '@g2/gateway/contract/payments';
import { Button, NumberInput, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Dispatch, type FormEvent, type SetStateAction, useState } from 'react';
import { failedToLoad } from '../../lib/failures.ts';
import { formatCredits } from '../../lib/format.ts';
import { RetryLine } from '../../ui/retry-line.tsx';
import { notify } from '../../ui/toast-store.ts';
import { customAmountCents } from './amounts.ts';
import { packagesQuery } from './api.ts';
import classes from './credits.module.css';
import { texts } from './texts.ts';

/** A package or a custom amount in reais as typed, never both. */
export interface CreditChoice {
  readonly packageId: CreditPackage['id'] | null;
  readonly custom: string | number;
}
export const NOTHING_CHOSEN: CreditChoice = { packageId: null, custom: '' };

interface CreditSelectionProps {
  readonly choice: CreditChoice;
  readonly onChoose: Dispatch<SetStateAction<CreditChoice>>;
  readonly pending: boolean;
  readonly onProceed: (body: CreditPurchaseBody) => void;
}

/** Form for a package or a custom amount: choosing one clears the other. */
export function CreditSelection({ choice, onChoose, pending, onProceed }: CreditSelectionProps) {
  const { packageId, custom } = choice;
  const [left, setLeft] = useState(false);
  const cents = customAmountCents(custom);
  const invalid = custom !== '' && cents === undefined;
  const body: CreditPurchaseBody | null =
    packageId !== null ? { packageId } : cents !== undefined ? { customAmount: cents } : null;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (body !== null) onProceed(body);
  };
  const leave = () => {
    setLeft(true);
    if (invalid) notify.error(CUSTOM_AMOUNT_TITLE, CUSTOM_AMOUNT_MESSAGE);
  };
  return (
    <form onSubmit={submit} noValidate>
      <p className={classes.lead}>{texts.dialog.lead}</p>
      <Packages selected={packageId} onSelect={(id) => onChoose({ packageId: id, custom: '' })} />
      <NumberInput
        label={texts.dialog.custom}
        description={texts.dialog.customHint}
        placeholder={texts.dialog.customExample}
        prefix="R$ "
        decimalSeparator=","
        thousandSeparator="."
        decimalScale={2}
        step={0.01}
        allowNegative={false}
        hideControls
        value={custom}
        onFocus={() => setLeft(false)}
        onBlur={leave}
        // Enter does not submit while the button is disabled, so show the validation error.
        onKeyDown={(event) => event.key === 'Enter' && leave()}
        onChange={(value) =>
          onChoose((before) => ({ packageId: value === '' ? before.packageId : null, custom: value }))
        }
        error={invalid && left ? CUSTOM_AMOUNT_MESSAGE : undefined}
      />
      {cents !== undefined && <p className={classes.note}>{texts.dialog.receive(formatCredits(cents))}</p>}
      <Button type="submit" fullWidth className={classes.submit} disabled={body === null} loading={pending}>
        {texts.dialog.proceed}
      </Button>
    </form>
  );
}

interface PackagesProps {
  readonly selected: CreditPackage['id'] | null;
  readonly onSelect: (id: CreditPackage['id']) => void;
}

function Packages({ selected, onSelect }: PackagesProps) {
  const query = useQuery(packagesQuery);
  const { data, isFetching, refetch } = query;
  if (failedToLoad(query)) {
    return <RetryLine text={texts.dialog.loadFailed} busy={isFetching} onRetry={() => void refetch()} />;
  }
  if (data === undefined) {
    return (
      <div className={classes.skeletons} role="status" aria-label={texts.dialog.loading}>
        <Skeleton height={76} radius="lg" />
        <Skeleton height={76} radius="lg" />
      </div>
    );
  }
  return (
    <fieldset className={classes.packages}>
      <legend className={classes.legend}>{texts.dialog.packages}</legend>
      {data.items.map((item) => (
        <label key={item.id} className={classes.package}>
          <input
            type="radio"
            name="package"
            value={item.id}
            checked={selected === item.id}
            onChange={() => onSelect(item.id)}
          />
          <span className={classes.packageName}>
            {item.name}
            {item.popular && <span className={classes.popular}>{texts.dialog.popular}</span>}
          </span>
          <span className={classes.price}>{item.priceDisplay}</span>
          <span className={classes.packageText}>
            {item.description} <span className={classes.credits}>({formatCredits(item.credits)})</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
