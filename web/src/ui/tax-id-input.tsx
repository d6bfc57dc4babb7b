import type { ReactNode } from 'react';
import { hasWrongCheckDigits, TAX_ID_MASK } from '../lib/tax-id.ts';
import { MaskedInput } from './masked-input.tsx';
import { texts as t } from './texts.ts';

interface TaxIdInputProps {
  readonly label: string;
  /** Mantine's `getInputProps` gives these; by its path a form finds the field to focus. */
  readonly value?: string;
  readonly error?: ReactNode;
  /** Something to heed about what is typed, instead of the hint at its check digits. */
  readonly note?: string | undefined;
  readonly onChange: (value: string) => void;
  readonly 'data-path'?: string;
}

/** CPF or CNPJ. Wrong check digits are pointed out while one types; the form refuses them. */
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
