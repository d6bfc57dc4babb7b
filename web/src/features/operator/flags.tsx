import { Skeleton } from '@mantine/core';
import { IconAlertHexagon, IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { isExamined } from '../../shared/archive/api.ts';
import type { Weight } from '../../shared/archive/weights.ts';
import { staffHoldersQuery } from '../../shared/registration/staff-api.ts';
import { RetryLine } from '../../ui/retry-line.tsx';
import type { SectionProps } from './detail-panels.tsx';
import { flagsOf } from './flags.ts';
import { texts } from './texts.ts';

const t = texts.flags;
const STYLES = {
  grave: { Icon: IconAlertHexagon, box: 'bg-danger-soft', sign: 'text-danger' },
  attention: { Icon: IconAlertTriangle, box: 'bg-warning-soft', sign: 'text-warning' },
  note: { Icon: IconInfoCircle, box: 'bg-sunken', sign: 'text-muted' },
} as const satisfies Record<Weight, object>;

/** Findings that staff should check, shown first on the page; one short line when there are none. */
export function FlagsSection({ registration, frame: Section }: SectionProps) {
  const { data, error, isFetching, refetch } = useQuery(staffHoldersQuery(registration.id));
  // Waits for all findings: a line that appears and disappears would shift the sections below.
  if (data === undefined && error === null) {
    return (
      <Section title={t.title}>
        {/* As high as one finding. */}
        <Skeleton height={39} radius="md" role="status" aria-label={t.loading} />
      </Section>
    );
  }
  const flags = flagsOf(registration, data);
  return (
    <Section title={t.title}>
      {flags.length > 0 && (
        <ul className="g2-list grid gap-1.5 not-last:mb-2 text-sm">
          {flags.map(({ key, weight, text }) => {
            const { Icon, box, sign } = STYLES[weight];
            return (
              <li key={key} className={clsx('flex gap-2 py-2 px-3 rounded-md wrap-anywhere', box)}>
                <Icon size={18} className={clsx('flex-none mt-0.5', sign)} aria-hidden />
                <span className="min-w-0">
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
          <p className="g2-inline g2-note">
            <IconCircleCheck size={18} aria-hidden />
            {isExamined(registration) ? t.noneYet : t.none}
          </p>
        )
      )}
    </Section>
  );
}
