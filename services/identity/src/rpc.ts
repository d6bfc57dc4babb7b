import type { RpcTable } from '@g2/kit/grpc-server';
import type { IdentityService } from '@g2/proto/identity';
import type { Deps } from './deps.ts';
import { accountRecoveryRpcs } from './rpc/account-recovery.ts';
import { apiTokenRpcs } from './rpc/api-tokens.ts';
import { approvalRpcs } from './rpc/approvals.ts';
import { auditRpcs } from './rpc/audit.ts';
import { confirmRpcs } from './rpc/confirm.ts';
import { contactMessageRpcs } from './rpc/contact-messages.ts';
import { contactRpcs } from './rpc/contacts.ts';
import { factorLoginRpcs } from './rpc/factor-login.ts';
import { factorRpcs } from './rpc/factors.ts';
import { ownDataRpcs } from './rpc/own-data.ts';
import { ownPasswordRpcs } from './rpc/own-password.ts';
import { ownSessionRpcs } from './rpc/own-sessions.ts';
import { passkeyRpcs } from './rpc/passkeys.ts';
import { peopleRpcs } from './rpc/people.ts';
import { providerRpcs } from './rpc/providers.ts';
import { sessionRpcs } from './rpc/sessions.ts';
import { userRpcs } from './rpc/users.ts';

export const rpcTable = (deps: Deps): RpcTable<typeof IdentityService> => ({
  ...sessionRpcs(deps),
  ...providerRpcs(deps),
  ...ownPasswordRpcs(deps),
  ...ownSessionRpcs(deps),
  ...userRpcs(deps),
  ...peopleRpcs(deps),
  ...accountRecoveryRpcs(deps),
  ...ownDataRpcs(deps),
  ...apiTokenRpcs(deps),
  ...factorRpcs(deps),
  ...passkeyRpcs(deps),
  ...factorLoginRpcs(deps),
  ...confirmRpcs(deps),
  ...approvalRpcs(deps),
  ...auditRpcs(deps),
  ...contactRpcs(deps),
  ...contactMessageRpcs(deps),
});
