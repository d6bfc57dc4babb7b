import { Skeleton } from '@mantine/core';
import { IconAlertHexagon, IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { isExamined } from '../../shared/archive/api.ts';
import type { Weight } from '../../shared/archive/weights.ts';
import { staffHoldersQuery } from '../../shared/registration/staff-api.ts';
import { RetryLine } from '../../ui/retry-line.tsx';
import type { SectionProps } from './detail-panels.tsx';
import classes from './flags.module.css';
import { flagsOf } from './flags.ts';
import { texts } from './texts.ts';

const t = texts.flags;
const ICONS: Readonly<Record<Weight, typeof IconInfoCircle>> = {
  grave: IconAlertHexagon,
  attention: IconAlertTriangle,
  note: IconInfoCircle,
};

/** Findings that staff should check, shown first on the page; one short line when there are none. */
export function FlagsSection({ registration, frame: Section }: SectionProps) {
  const { data, error, isFetching, refetch } = useQuery(staffHoldersQuery(registration.id));
  // Waits for all findings: a line that appears and disappears would shift the sections below.
  if (data === undefined && error === null) {
    return (
      <Section title={t.title}>
        <Skeleton className={classes.loading ?? ''} radius="md" role="status" aria-label={t.loading} />
      </Section>
    );
  }
  const flags = flagsOf(registration, data);
  return (
    <Section title={t.title}>
      {flags.length > 0 && (
        <ul className={classes.flags}>
          {flags.map(({ key, weight, text }) => {
            const Icon = ICONS[weight];
            return (
              <li key={key} data-weight={weight}>
                <Icon size={18} aria-hidden />
                <span>
                  <span className="g2-hidden">{texts.weights[weight]} </span>
                  {text}
                </span>
              </li>
            );
          })}
        </ul>
      )}
      {data === undefined ? (
        <RetryLine text={t.failed} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        flags.length === 0 && (
          <p className={classes.nothing}>
            <IconCircleCheck size={18} aria-hidden />
            {isExamined(registration) ? t.noneYet : t.none}
          </p>
        )
      )}
    </Section>
  );
}
