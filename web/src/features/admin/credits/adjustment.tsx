import type { User } from '@g2/gateway/contract/users';
import { SimpleGrid, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { formatCents, formatCredits } from '../../../lib/format.ts';
import { useIntentKey } from '../../../lib/idempotency.ts';
import { hundredthsOf, reaisOf } from '../../../lib/reais.ts';
import { notify } from '../../../ui/toast-store.ts';
import { USERS, useAdminMutation } from '../api.ts';
import { texts } from '../users/texts.ts';
import { texts as t } from './texts.ts';

const adjusted = texts.creditsDialog;

/** Adjusts a balance; the lists show the new one at once, and the old one again when the server refuses. */
export function useAdjustment<Body extends { readonly userId: string; readonly delta: number }>(
  users: readonly User[],
  send: (body: Body, idempotencyKey: string) => Promise<{ readonly balance: number }>,
  onDone: () => void,
) {
  const intent = useIntentKey();
  return useAdminMutation('credits', (body: Body) => intent.run(body, (key) => send(body, key)), {
    onSuccess: ({ balance }) => {
      notify.success(adjusted.done, adjusted.doneText(formatCredits(balance)));
      onDone();
    },
    failed: [adjusted.failed, adjusted.failedText],
    optimistic: ({ userId, delta }) => {
      const before = users.find(({ id }) => id === userId)?.credits ?? null;
      const credits = before === null ? null : Math.max(0, before + delta);
      return { root: USERS, id: userId, patch: { credits } };
    },
  });
}

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
      {/* The delta in credits, below the field in hundredths (api-rules R6). */}
      {delta.trim() !== '' && Number.isInteger(Number(delta)) && (
        <p className="g2-note mt-1.5" role="status">
          {adjusted.equals(formatCredits(Number(delta)))}
        </p>
      )}
    </div>
  );
}

/** Empty for text that is not an amount; the form then reports the missing value. */
const deltaOf = (typed: string): string => String(hundredthsOf(typed) ?? '');
