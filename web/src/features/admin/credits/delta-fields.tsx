import { SimpleGrid, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { formatCents, formatCredits } from '../../../lib/format.ts';
import { hundredthsOf, reaisOf } from '../../../lib/reais.ts';
import classes from '../admin.module.css';
import { texts } from '../users/texts.ts';
import { texts as t } from './texts.ts';

interface DeltaFieldsProps {
  /** Of the field of hundredths, which is the form's own (spec §5). */
  readonly label: string;
  readonly description: string;
  /** The largest absolute delta, hundredths of a credit. */
  readonly limit: number;
  /** As it stands in the form. */
  readonly delta: string;
  readonly onChange: (delta: string) => void;
  readonly error: ReactNode;
}

/** An adjustment in hundredths of a credit and, beside it, in reais: whichever is typed, the other one follows. */
export function DeltaFields({ label, description, limit, delta, onChange, error }: DeltaFieldsProps) {
  const [typed, setTyped] = useState('');
  const wrong = typed.trim() !== '' && delta === '' && hundredthsOf(typed) === undefined;
  // What was typed stands as it is, as long as it says the same as the hundredths.
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

/** Nothing where it is no amount: the form then says what it wants. */
const deltaOf = (typed: string): string => String(hundredthsOf(typed) ?? '');

/** What a delta in hundredths is in credits, beside the field (api-rules R6). */
function DeltaHint({ delta }: { delta: string }) {
  const value = Number(delta);
  if (delta.trim() === '' || !Number.isInteger(value)) return null;
  return (
    <p className={classes.hint} role="status">
      {texts.creditsDialog.equals(formatCredits(value))}
    </p>
  );
}
