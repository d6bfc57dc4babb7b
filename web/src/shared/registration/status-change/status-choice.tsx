import { REGISTRATION_STATUSES, type RegistrationStatus, STATUS_NAMES } from '@g2/gateway/contract/statuses';
import { Radio } from '@mantine/core';
import type { ReactNode } from 'react';
import { texts } from './texts.ts';

interface StatusChoiceProps {
  readonly value: string;
  readonly error: ReactNode;
  readonly onChange: (value: string) => void;
  /** Returns why a status cannot be chosen; null if it can. */
  readonly refusal: (status: RegistrationStatus) => string | null;
  readonly note?: (status: RegistrationStatus) => string;
  /** A refusal that several statuses share; shown once above them. */
  readonly rule?: string | undefined;
}

/** Radio buttons for all six statuses (spec §4); a status that cannot be set shows the reason. */
export function StatusChoice({ value, error, onChange, refusal, note, rule }: StatusChoiceProps) {
  return (
    <Radio.Group label={texts.next} description={rule} value={value} onChange={onChange} error={error}>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,240px),1fr))] gap-y-3 gap-x-5 mt-2 *:min-w-0">
        {REGISTRATION_STATUSES.map((status) => {
          const why = refusal(status);
          return (
            <Radio
              key={status}
              size="md"
              value={status}
              label={STATUS_NAMES[status]}
              description={why === null ? note?.(status) : why === rule ? undefined : why}
              disabled={why !== null}
            />
          );
        })}
      </div>
    </Radio.Group>
  );
}

/** The form's status value as a RegistrationStatus; undefined if none is chosen. */
export function chosen(status: string): RegistrationStatus | undefined {
  return REGISTRATION_STATUSES.find((known) => known === status);
}
