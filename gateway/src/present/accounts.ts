import type { AccountMail as ProtoMail, AccountSession as ProtoSession } from '@g2/proto/identity';
import type { AccountMail, AccountSession } from '../../contract/own-data.ts';
import type { Wide } from '../route.ts';
import { iso, isoOrNull } from './common.ts';

export const presentSession = (it: ProtoSession): Wide<AccountSession> => ({
  id: it.id,
  current: it.current,
  device: it.device,
  agent: it.agent,
  address: it.address,
  createdAt: iso(it.createdAt),
  lastUsedAt: iso(it.usedAt),
  expiresAt: iso(it.expiresAt),
});

export const presentMail = (it: ProtoMail): Wide<AccountMail> => ({
  id: it.id,
  subject: it.subject,
  state: it.state,
  attempts: it.attempts,
  createdAt: iso(it.createdAt),
  sentAt: isoOrNull(it.sentAt),
});
