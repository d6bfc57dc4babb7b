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

const STATUS_ICONS: Readonly<Record<DisplayedCertificateStatus | Exclude<Verdict['kind'], 'found'>, Icon>> = {
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
const iconsByTone = new Map<string, Icon>(Object.entries(STATUS_ICONS));

/** Icon of a certificate status; a plain one for an unknown status. `data-tone` sets the colour (tones.module.css). */
export const iconOf = (tone: string): Icon => iconsByTone.get(tone) ?? IconCircleDashed;
