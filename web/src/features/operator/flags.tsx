import { Skeleton } from '@mantine/core';
import { IconAlertHexagon, IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { isBeingInspected } from '../../shared/archive/api.ts';
import type { Severity } from '../../shared/archive/weights.ts';
import { staffHoldersQuery } from '../../shared/registration/staff-api.ts';
import { RetryLine } from '../../ui/retry-line.tsx';
import type { SectionProps } from './detail-panels.tsx';
import { flagsOf } from './flags.ts';
import { texts } from './texts.ts';

const t = texts.flags;
const FLAG_STYLES = {
  grave: { Icon: IconAlertHexagon, boxStyle: 'bg-danger-soft', iconStyle: 'text-danger' },
  attention: { Icon: IconAlertTriangle, boxStyle: 'bg-warning-soft', iconStyle: 'text-warning' },
  note: { Icon: IconInfoCircle, boxStyle: 'bg-sunken', iconStyle: 'text-muted' },
} as const satisfies Record<Severity, object>;

/** Section with the findings that staff should check; a single line if there are none. */
export function FlagsSection({ registration, frame: Section }: SectionProps) {
  const { data, error, isFetching, refetch } = useQuery(staffHoldersQuery(registration.id));
  // Shows nothing until all findings are known, because later changes would shift the sections below.
  if (data === undefined && error === null) {
    return (
      <Section title={t.title}>
        {/* As high as a single finding. */}
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
            const { Icon, boxStyle, iconStyle } = FLAG_STYLES[weight];
            return (
              <li key={key} className={clsx('flex gap-2 py-2 px-3 rounded-md wrap-anywhere', boxStyle)}>
                <Icon size={18} className={clsx('flex-none mt-0.5', iconStyle)} aria-hidden />
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
            {isBeingInspected(registration) ? t.noFindingsYet : t.noFindings}
          </p>
        )
      )}
    </Section>
  );
}
