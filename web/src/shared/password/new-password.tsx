import type { PasswordOwner, PasswordScore } from '@g2/gateway/contract/password-strength';
import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useDeferredValue, useMemo, useState } from 'react';
import classes from './new-password.module.css';
import { texts as t } from './texts.ts';

type Judge = (password: string, owner: PasswordOwner) => PasswordScore;

interface NewPasswordProps extends Omit<PasswordInputProps, 'value'> {
  readonly value?: string;
  /** Whose password it is: what is known of them is guessed first. */
  readonly owner: PasswordOwner;
}

/** A field for a password that is being chosen, and how well it stands. The server decides; this only tells beforehand. */
export function NewPassword({ owner, onFocus, ...input }: NewPasswordProps) {
  const [judge, setJudge] = useState<Judge | null>(null);
  // The lists of words are many times the rest of the page: they come when somebody is about to type.
  const load = async () => {
    try {
      const { passwordScore } = await import('@g2/gateway/contract/password-strength');
      setJudge(() => passwordScore);
    } catch {
      // Without them the field serves as ever.
    }
  };
  return (
    <div>
      <PasswordInput
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': t.show }}
        {...input}
        onFocus={(event) => {
          if (judge === null) void load();
          onFocus?.(event);
        }}
      />
      <Strength judge={judge} password={input.value ?? ''} owner={owner} />
    </div>
  );
}

interface StrengthProps {
  readonly judge: Judge | null;
  readonly password: string;
  readonly owner: PasswordOwner;
}

function Strength({ judge, password, owner }: StrengthProps) {
  // Judging takes some milliseconds: the letters come first.
  const typed = useDeferredValue(password);
  const { email, firstName, lastName } = owner;
  const score = useMemo(
    () => (judge === null || typed === '' ? null : judge(typed, { email, firstName, lastName })),
    [judge, typed, email, firstName, lastName],
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
