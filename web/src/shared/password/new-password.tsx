import type { PasswordOwner, PasswordScore } from '@g2/gateway/contract/password-strength';
import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useDeferredValue, useMemo, useState } from 'react';
import classes from './new-password.module.css';
import { texts as t } from './texts.ts';

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

interface StrengthMeterProps {
  readonly rate: RatePassword | null;
  readonly password: string;
  readonly owner: PasswordOwner;
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
  return (
    <div className={classes.meter}>
      {score !== null && (
        <div className={classes.bars} data-weak={isWeak || undefined} aria-hidden>
          {[1, 2, 3, 4].map((bar) => (
            <span key={bar} data-on={bar <= Math.max(1, score) || undefined} />
          ))}
        </div>
      )}
      <p className={classes.word} aria-live="polite">
        {score !== null && t.strength(t.words[score])}
        {isWeak && ` (${t.easy})`}
      </p>
    </div>
  );
}
