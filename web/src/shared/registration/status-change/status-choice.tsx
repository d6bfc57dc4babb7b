import { REGISTRATION_STATUSES, type RegistrationStatus, STATUS_NAMES } from '@g2/gateway/contract/statuses';
import { Radio } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './status-change.module.css';
import { texts } from './texts.ts';

interface StatusChoiceProps {
  readonly value: string;
  readonly error: ReactNode;
  readonly onChange: (value: string) => void;
  /** Why a status cannot be chosen; null when it can. */
  readonly refusal: (status: RegistrationStatus) => string | null;
  readonly note?: (status: RegistrationStatus) => string;
  /** A reason that several share: said once, above them. */
  readonly rule?: string | undefined;
}

/** All six statuses (spec §4); those that cannot be set say why. */
export function StatusChoice({ value, error, onChange, refusal, note, rule }: StatusChoiceProps) {
  return (
    <Radio.Group label={texts.next} description={rule} value={value} onChange={onChange} error={error}>
      <div className={classes.choices}>
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

/** The status a form holds, if it is one. */
export function chosen(status: string): RegistrationStatus | undefined {
  return REGISTRATION_STATUSES.find((known) => known === status);
}
