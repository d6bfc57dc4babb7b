import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { texts as t } from './texts.ts';

interface CodeInputProps {
  /** Of the app: six figures; of recovery: letters in groups. */
  readonly kind: 'app' | 'recovery';
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error?: ReactNode;
  readonly description?: string;
  readonly autoFocus?: boolean;
}

/** What is pasted may have blanks, as apps show codes in groups. */
const withoutBlanks = (text: string): string => text.replaceAll(/\s/g, '');

/** One code, however it is pasted; browsers and keyboards offer it by themselves. */
export function CodeInput({ kind, value, onChange, error, description, autoFocus }: CodeInputProps) {
  const isApp = kind === 'app';
  return (
    <TextInput
      label={isApp ? t.code : t.recovery}
      description={description ?? (isApp ? t.codeHint : t.recoveryHint)}
      autoComplete={isApp ? 'one-time-code' : 'off'}
      inputMode={isApp ? 'numeric' : 'text'}
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={40}
      value={value}
      onChange={(event) => onChange(withoutBlanks(event.currentTarget.value))}
      error={error}
      {...(autoFocus && { 'data-autofocus': true, autoFocus: true })}
    />
  );
}
