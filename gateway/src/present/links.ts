import type { LinkedAccount } from '@g2/proto/identity';
import { iso, isoOrNull, orNull } from './common.ts';

export const presentLink = ({ provider, name, email, linkedAt, lastUsedAt }: LinkedAccount) => ({
  provider,
  name,
  email: orNull(email),
  linkedAt: iso(linkedAt),
  lastUsedAt: isoOrNull(lastUsedAt),
});
