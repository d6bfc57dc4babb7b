import { SimpleGrid, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { formatCents, formatCredits } from '../../../lib/format.ts';
import { hundredthsOf, reaisOf } from '../../../lib/reais.ts';
import classes from '../admin.module.css';
import { texts } from '../users/texts.ts';
import { texts as t } from './texts.ts';

interface DeltaFieldsProps {
  /** Label of the field in hundredths of a credit, which holds the form's value (spec §5). */
  readonly label: string;
  readonly description: string;
  /** The largest absolute delta, in hundredths of a credit. */
  readonly limit: number;
  /** The value of the form field, in hundredths of a credit. */
  readonly delta: string;
  readonly onChange: (delta: string) => void;
  readonly error: ReactNode;
}

/** Two fields for an adjustment, in hundredths of a credit and in reais; each updates the other. */
export function DeltaFields({ label, description, limit, delta, onChange, error }: DeltaFieldsProps) {
  const [typed, setTyped] = useState('');
  const wrong = typed.trim() !== '' && delta === '' && hundredthsOf(typed) === undefined;
  // Keep the typed text as long as it equals the value in hundredths.
  const reais = wrong || (typed !== '' && deltaOf(typed) === delta) ? typed : reaisOf(delta);
  return (
    <div>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          label={t.reais}
          description={t.reaisHint(formatCents(limit))}
          inputMode="text"
          autoComplete="off"
          value={reais}
          error={wrong && t.reaisWrong}
          onChange={({ currentTarget: { value } }) => {
            setTyped(value);
            onChange(deltaOf(value));
          }}
        />
        <TextInput
          label={label}
          description={description}
          autoComplete="off"
          value={delta}
          error={error}
          onChange={({ currentTarget: { value } }) => {
            setTyped('');
            onChange(value);
          }}
        />
      </SimpleGrid>
      <DeltaHint delta={delta} />
    </div>
  );
}

/** Empty for text that is not an amount; the form then reports the missing value. */
const deltaOf = (typed: string): string => String(hundredthsOf(typed) ?? '');

/** The delta in credits, shown below the field in hundredths (api-rules R6). */
function DeltaHint({ delta }: { delta: string }) {
  const value = Number(delta);
  if (delta.trim() === '' || !Number.isInteger(value)) return null;
  return (
    <p className={classes.hint} role="status">
      {texts.creditsDialog.equals(formatCredits(value))}
    </p>
  );
}
