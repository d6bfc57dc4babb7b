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

/** Icons of certificate statuses and of results of a verification. */
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
const ICONS_BY_TONE = new Map<string, Icon>(Object.entries(STATUS_ICONS));

/** Icon of a certificate status or verification result; a generic icon for an unknown one. */
export const certificateStatusIcon = (tone: string): Icon => ICONS_BY_TONE.get(tone) ?? IconCircleDashed;
