import type { ApiToken as ProtoToken } from '@g2/proto/identity';
import type { ApiToken } from '../../contract/api-tokens.ts';
import type { Wide } from '../route.ts';
import { iso, isoOrNull } from './common.ts';

export const presentApiToken = ({ createdAt, expiresAt, lastUsedAt, ...it }: ProtoToken): Wide<ApiToken> => ({
  ...it,
  createdAt: iso(createdAt),
  expiresAt: isoOrNull(expiresAt),
  lastUsedAt: isoOrNull(lastUsedAt),
});
