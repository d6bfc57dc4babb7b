import type { RpcTable } from '@g2/kit/grpc-server';
import type { RegistrationsService } from '@g2/proto/registration';
import type { Deps } from './deps.ts';
import { assignmentRpcs } from './rpc/assignments.ts';
import { figureRpcs } from './rpc/figures.ts';
import { fileRpcs } from './rpc/files.ts';
import { governmentRpcs } from './rpc/government.ts';
import { holderRpcs } from './rpc/holders.ts';
import { messageRpcs } from './rpc/messages.ts';
import { queueViewRpcs } from './rpc/queue-views.ts';
import { reasonRpcs } from './rpc/reasons.ts';
import { registrationRpcs } from './rpc/registrations.ts';
import { reminderRpcs } from './rpc/reminders.ts';
import { internalRpcs } from './rpc/services.ts';
import { staffRpcs } from './rpc/staff.ts';
import { versionRpcs } from './rpc/versions.ts';
import { viewingRpcs } from './rpc/viewing.ts';

export const rpcTable = (deps: Deps): RpcTable<RegistrationsService> => ({
  ...registrationRpcs(deps),
  ...versionRpcs(deps),
  ...holderRpcs(deps),
  ...fileRpcs(deps),
  ...staffRpcs(deps),
  ...assignmentRpcs(deps),
  ...governmentRpcs(deps),
  ...messageRpcs(deps),
  ...viewingRpcs(deps),
  ...queueViewRpcs(deps),
  ...reasonRpcs(deps),
  ...figureRpcs(deps),
  ...reminderRpcs(deps),
  ...internalRpcs(deps),
});
