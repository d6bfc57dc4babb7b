import type { PasswordOwner, PasswordScore } from '@g2/gateway/contract/password-strength';
import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import clsx from 'clsx';
import { useDeferredValue, useMemo, useState } from 'react';

const t = {
  show: 'Mostrar ou ocultar senha',
  strength: (word: string) => `Força da senha: ${word}`,
  words: ['Fraca', 'Fraca', 'Razoável', 'Boa', 'Forte'],
  easy: 'fácil de adivinhar',
} as const;

type RatePassword = (password: string, owner: PasswordOwner) => PasswordScore;

interface NewPasswordInputProps extends Omit<PasswordInputProps, 'value'> {
  readonly value?: string;
  /** Owner of the password; a password that contains the owner's name or e-mail counts as weak. */
  readonly owner: PasswordOwner;
}

/** Field for a new password with a strength meter. The meter only informs: the server decides what is accepted. */
export function NewPasswordInput({ owner, onFocus, ...input }: NewPasswordInputProps) {
  const [rate, setRate] = useState<RatePassword | null>(null);
  // The word lists are far larger than the rest of the page, so they are loaded when the field gets the focus.
  const load = async () => {
    try {
      const { passwordScore } = await import('@g2/gateway/contract/password-strength');
      setRate(() => passwordScore);
    } catch {
      // If the word lists cannot be loaded, the field works without the strength meter.
    }
  };
  return (
    <div>
      <PasswordInput
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': t.show }}
        {...input}
        onFocus={(event) => {
          if (rate === null) void load();
          onFocus?.(event);
        }}
      />
      <StrengthMeter rate={rate} password={input.value ?? ''} owner={owner} />
    </div>
  );
}

interface StrengthMeterProps extends Pick<NewPasswordInputProps, 'owner'> {
  readonly rate: RatePassword | null;
  readonly password: string;
}

function StrengthMeter({ rate, password, owner }: StrengthMeterProps) {
  // Rating takes some milliseconds, so it is deferred until after the typed letters are shown.
  const typed = useDeferredValue(password);
  const { email, firstName, lastName } = owner;
  const score = useMemo(
    () => (rate === null || typed === '' ? null : rate(typed, { email, firstName, lastName })),
    [rate, typed, email, firstName, lastName],
  );
  const isWeak = score !== null && score < 2;
  const colour = isWeak ? 'bg-danger' : 'bg-accent';
  return (
    // The height is kept while nothing is typed, so that the content below does not move.
    <div className="grid gap-1 min-h-[calc(8px+1.5em)] mt-1.5 text-sm">
      {score !== null && (
        <div className="grid grid-cols-4 gap-1" aria-hidden>
          {[1, 2, 3, 4].map((bar) => (
            <span
              key={bar}
              className={clsx('h-1 rounded-full', bar <= Math.max(1, score) ? colour : 'bg-line')}
            />
          ))}
        </div>
      )}
      <p className="m-0 text-muted" aria-live="polite">
        {score !== null && t.strength(t.words[score])}
        {isWeak && ` (${t.easy})`}
      </p>
    </div>
  );
}
