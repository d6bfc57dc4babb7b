import type { User } from '@g2/gateway/contract/users';
import { SimpleGrid, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { formatCents, formatCredits } from '../../../lib/format.ts';
import { useIntentKey } from '../../../lib/idempotency.ts';
import { parseHundredths, reaisOf } from '../../../lib/reais.ts';
import { notify } from '../../../ui/toast-store.ts';
import { USERS_KEY, useAdminMutation } from '../api.ts';
import { texts } from '../users/texts.ts';
import { texts as t } from './texts.ts';

const creditsTexts = texts.creditsDialog;

/** Adjusts a balance. The lists show the new balance at once, and the old one again if the server refuses. */
export function useAdjustment<Body extends { readonly userId: string; readonly delta: number }>(
  users: readonly User[],
  send: (body: Body, idempotencyKey: string) => Promise<{ readonly balance: number }>,
  onDone: () => void,
) {
  const idempotency = useIntentKey();
  return useAdminMutation('credits', (body: Body) => idempotency.run(body, (key) => send(body, key)), {
    onSuccess: ({ balance }) => {
      notify.success(creditsTexts.done, creditsTexts.doneText(formatCredits(balance)));
      onDone();
    },
    failed: [creditsTexts.failed, creditsTexts.failedText],
    optimistic: ({ userId, delta }) => {
      const balance = users.find(({ id }) => id === userId)?.credits ?? null;
      const credits = balance === null ? null : Math.max(0, balance + delta);
      return { root: USERS_KEY, id: userId, patch: { credits } };
    },
  });
}

interface DeltaFieldsProps {
  /** Label of the field in hundredths of a credit, the unit of the form's value (spec §5). */
  readonly label: string;
  readonly description: string;
  /** The largest absolute delta, in hundredths of a credit. */
  readonly limit: number;
  /** The value of the form field, in hundredths of a credit. */
  readonly delta: string;
  readonly onChange: (delta: string) => void;
  readonly error: ReactNode;
}

/** Two fields for one amount, in reais and in hundredths of a credit. Each updates the other. */
export function DeltaFields({ label, description, limit, delta, onChange, error }: DeltaFieldsProps) {
  const [typed, setTyped] = useState('');
  const isInvalid = typed.trim() !== '' && delta === '' && parseHundredths(typed) === undefined;
  // Shows the typed text as long as it equals `delta`; otherwise `delta` in reais.
  const reais = isInvalid || (typed !== '' && deltaFromReais(typed) === delta) ? typed : reaisOf(delta);
  return (
    <div>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          label={t.reais}
          description={t.reaisHint(formatCents(limit))}
          inputMode="text"
          autoComplete="off"
          value={reais}
          error={isInvalid && t.reaisInvalid}
          onChange={({ currentTarget: { value } }) => {
            setTyped(value);
            onChange(deltaFromReais(value));
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
      {/* The amount in credits, below the fields (api-rules R6). */}
      {delta.trim() !== '' && Number.isInteger(Number(delta)) && (
        <p className="g2-note mt-1.5" role="status">
          {creditsTexts.deltaInCredits(formatCredits(Number(delta)))}
        </p>
      )}
    </div>
  );
}

/** Converts reais to hundredths of a credit. Invalid text becomes '', which the form reports as missing. */
const deltaFromReais = (typed: string): string => String(parseHundredths(typed) ?? '');
