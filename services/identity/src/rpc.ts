import type { RpcTable } from '@g2/kit/grpc-server';
import type { IdentityService } from '@g2/proto/identity';
import type { Deps } from './deps.ts';
import { peopleRpcs } from './rpc/people.ts';
import { pictureRpcs } from './rpc/pictures.ts';
import { sessionRpcs } from './rpc/sessions.ts';
import { userRpcs } from './rpc/users.ts';

/** Every rpc of identity.proto, with who may call it. */
export const rpcTable = (deps: Deps): RpcTable<typeof IdentityService> => ({
  ...sessionRpcs(deps),
  ...userRpcs(deps),
  ...peopleRpcs(deps),
  ...pictureRpcs(deps),
});
