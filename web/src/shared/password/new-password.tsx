import type { PasswordOwner, PasswordScore } from '@g2/gateway/contract/password-strength';
import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import clsx from 'clsx';
import { useDeferredValue, useMemo, useState } from 'react';

const t = {
  show: 'Mostrar ou ocultar senha',
  strength: (strengthName: string) => `Força da senha: ${strengthName}`,
  strengthNames: ['Fraca', 'Fraca', 'Razoável', 'Boa', 'Forte'],
  easyToGuess: 'fácil de adivinhar',
} as const;

type RatePassword = (password: string, owner: PasswordOwner) => PasswordScore;

interface NewPasswordInputProps extends Omit<PasswordInputProps, 'value'> {
  readonly value?: string;
  /** A password that contains the name or the e-mail of its owner counts as weak. */
  readonly owner: PasswordOwner;
}

/** Field for a new password, with a strength meter. The server decides whether the password is accepted. */
export function NewPasswordInput({ owner, onFocus, ...input }: NewPasswordInputProps) {
  const [ratePassword, setRatePassword] = useState<RatePassword | null>(null);
  // The word lists of the meter are large, so they are loaded when the field gets the focus.
  const loadMeter = async () => {
    try {
      const { passwordScore } = await import('@g2/gateway/contract/password-strength');
      setRatePassword(() => passwordScore);
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
          if (ratePassword === null) void loadMeter();
          onFocus?.(event);
        }}
      />
      <StrengthMeter ratePassword={ratePassword} password={input.value ?? ''} owner={owner} />
    </div>
  );
}

interface StrengthMeterProps extends Pick<NewPasswordInputProps, 'owner'> {
  /** Null until the word lists are loaded. */
  readonly ratePassword: RatePassword | null;
  readonly password: string;
}

function StrengthMeter({ ratePassword, password, owner }: StrengthMeterProps) {
  // Rating takes some milliseconds, so the typed letters are shown first.
  const deferredPassword = useDeferredValue(password);
  const { email, firstName, lastName } = owner;
  const score = useMemo(
    () =>
      ratePassword === null || deferredPassword === ''
        ? null
        : ratePassword(deferredPassword, { email, firstName, lastName }),
    [ratePassword, deferredPassword, email, firstName, lastName],
  );
  const isWeak = score !== null && score < 2;
  const colour = isWeak ? 'bg-danger' : 'bg-accent';
  return (
    // The minimum height is that of a shown meter, so that the content below does not move.
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
        {score !== null && t.strength(t.strengthNames[score])}
        {isWeak && ` (${t.easyToGuess})`}
      </p>
    </div>
  );
}
