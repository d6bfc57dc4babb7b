import { IconBrandGithub, IconBrandGoogle, IconBuildingBank, type TablerIcon } from '@tabler/icons-react';

const LOGOS: Readonly<Record<string, TablerIcon>> = { google: IconBrandGoogle, github: IconBrandGithub };

interface ProviderIconProps {
  readonly id: string;
  /** Decides the icon if `id` has no logo of its own. */
  readonly kind?: string | undefined;
  readonly size: number;
}

export function ProviderIcon({ id, kind = '', size }: ProviderIconProps) {
  const Icon = LOGOS[id] ?? LOGOS[kind] ?? IconBuildingBank;
  return <Icon size={size} aria-hidden />;
}
