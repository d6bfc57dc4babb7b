import type { ReactNode } from 'react';
import { hasWrongCheckDigits, TAX_ID_MASK } from '../lib/tax-id.ts';
import { MaskedInput } from './masked-input.tsx';
import { texts as t } from './texts.ts';

interface TaxIdInputProps {
  readonly label: string;
  /** Passed by Mantine's `getInputProps`, like `error`, `onChange` and `data-path`, by which the form focuses it. */
  readonly value?: string;
  readonly error?: ReactNode;
  /** A note about the value; replaces the hint about wrong check digits. */
  readonly note?: string | undefined;
  readonly onChange: (value: string) => void;
  readonly 'data-path'?: string;
}

/** Field for a CPF or CNPJ. It shows a hint about wrong check digits while the user types; the form refuses them. */
export function TaxIdInput({ label, value = '', error, note, onChange, 'data-path': path }: TaxIdInputProps) {
  const hint = note ?? (!error && hasWrongCheckDigits(value) ? t.wrongCheckDigits : undefined);
  return (
    <MaskedInput
      label={label}
      mask={TAX_ID_MASK}
      value={value}
      onValue={onChange}
      error={error}
      description={hint}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      descriptionProps={{ style: { color: 'var(--g2-warning)' }, role: 'status' }}
      autoComplete="off"
      placeholder="000.000.000-00"
      aria-required
      data-path={path}
    />
  );
}
