import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import clsx from 'clsx';
import type { ReactNode } from 'react';

const TONES = { plain: '', good: 'text-accent', warning: 'text-warning', bad: 'text-danger' };

interface VerdictProps {
  readonly tone: keyof typeof TONES;
  readonly role?: 'status' | 'alert';
  readonly children: ReactNode;
}

/** Result of a check, with an icon. */
export function Verdict({ tone, role, children }: VerdictProps) {
  const Icon = tone === 'warning' || tone === 'bad' ? IconAlertTriangle : IconCircleCheck;
  return (
    <p className={clsx('g2-note g2-line items-start font-semibold wrap-anywhere', TONES[tone])} role={role}>
      <Icon className="mt-0.5" size={18} aria-hidden />
      <span>{children}</span>
    </p>
  );
}
