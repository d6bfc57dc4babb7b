import type { DisplayedCertificateStatus } from '@g2/gateway/contract/certificate-status';
import type { Verdict } from '@g2/gateway/contract/verification';
import {
  IconCertificateOff,
  IconCircleDashed,
  IconCircleX,
  IconHistory,
  IconHourglass,
  IconPencilExclamation,
  IconPlugConnectedX,
  IconShieldCheck,
} from '@tabler/icons-react';

type Icon = typeof IconShieldCheck;

const ICONS: Readonly<Record<DisplayedCertificateStatus | Exclude<Verdict['kind'], 'found'>, Icon>> = {
  valid: IconShieldCheck,
  suspended: IconHourglass,
  superseded: IconHistory,
  revoked: IconCircleX,
  unknown: IconCertificateOff,
  mistyped: IconPencilExclamation,
  none: IconPencilExclamation,
  limited: IconHourglass,
  away: IconPlugConnectedX,
};
const icons = new Map<string, Icon>(Object.entries(ICONS));

/** Each answer has one icon and, by `data-tone`, one colour (tones.module.css); a status newer than this page a plain one. */
export const iconOf = (tone: string): Icon => icons.get(tone) ?? IconCircleDashed;
