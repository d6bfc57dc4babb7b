import { IconAlertTriangle, IconCircleCheck, IconHelpCircle, IconMinus } from '@tabler/icons-react';
import classes from './government.module.css';
import { texts } from './texts.ts';

const ICONS = {
  match: IconCircleCheck,
  mismatch: IconAlertTriangle,
  incomparable: IconHelpCircle,
  absent: IconMinus,
} as const;

type Verdict = keyof typeof ICONS;

/** Badge: whether the hash on the office's certificate equals our file's hash. */
export function VerdictBadge({ verdict }: { verdict: Verdict }) {
  const Icon = ICONS[verdict];
  return (
    <span className={classes.verdict} data-verdict={verdict}>
      <Icon size={15} stroke={2} aria-hidden />
      {texts.verdict[verdict]}
    </span>
  );
}
