import {
  REGISTRATION_STATUSES,
  type RegistrationStatus,
  STATUS_NAMES,
} from '@g2/gateway/contract/status-terms';
import { Radio } from '@mantine/core';
import type { ReactNode } from 'react';
import { texts } from './texts.ts';

interface StatusChoiceProps {
  readonly value: string;
  readonly error: ReactNode;
  readonly onChange: (value: string) => void;
  /** Returns why a status cannot be chosen; null if it can. */
  readonly refusalOf: (status: RegistrationStatus) => string | null;
  /** Returns the note below a status that can be chosen. */
  readonly noteOf?: (status: RegistrationStatus) => string;
  /** Refusal that several statuses share; shown only once, above them. */
  readonly sharedRefusal?: string | undefined;
}

/** Radio buttons for all six statuses (spec §4); a status that cannot be set shows the reason. */
export function StatusChoice(props: StatusChoiceProps) {
  const { value, error, onChange, refusalOf, noteOf, sharedRefusal } = props;
  return (
    <Radio.Group
      label={texts.newStatus}
      description={sharedRefusal}
      value={value}
      onChange={onChange}
      error={error}
    >
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,240px),1fr))] gap-y-3 gap-x-5 mt-2 *:min-w-0">
        {REGISTRATION_STATUSES.map((status) => {
          const refusal = refusalOf(status);
          const ownRefusal = refusal === sharedRefusal ? undefined : refusal;
          return (
            <Radio
              key={status}
              size="md"
              value={status}
              label={STATUS_NAMES[status]}
              description={refusal === null ? noteOf?.(status) : ownRefusal}
              disabled={refusal !== null}
            />
          );
        })}
      </div>
    </Radio.Group>
  );
}

/** Converts a form value to a status; undefined if it is not the value of a status. */
export function parseStatus(status: string): RegistrationStatus | undefined {
  return REGISTRATION_STATUSES.find((known) => known === status);
}
