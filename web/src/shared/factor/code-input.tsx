import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { texts as t } from './texts.ts';

interface CodeInputProps {
  /** `app`: six digits from an authenticator app; `recovery`: a recovery code with letters in groups. */
  readonly kind: 'app' | 'recovery';
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error?: ReactNode;
  readonly description?: string;
  readonly autoFocus?: boolean;
}

/** Authenticator apps show codes in groups, so that pasted codes may contain blanks. */
const withoutBlanks = (text: string): string => text.replaceAll(/\s/g, '');

/** Input for a code of the second factor. Browsers and keyboards can fill it in automatically. */
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
