import { userOf } from '@g2/kit/actor';
import { signApproval } from '@g2/kit/approval';
import { withoutNulls } from '@g2/kit/nulls';
import { pageBounds } from '@g2/terms/pages';
import { type Deps, type IdentityRpcs, mailContextOf } from '../deps.ts';
import { type Approval, checkApprovalRequest, stateAt } from '../domain/approvals.ts';
import {
  approveRequest,
  closeApproval,
  finishApproval,
  listApprovals,
  requestApproval,
} from '../store/approvals.ts';

/** Acts that need another admin's approval, which the executing service verifies (kit approval.ts). */
export const approvalRpcs = (deps: Deps) =>
  ({
    requestApproval: {
      allow: ['admin'],
      async run(wanted, { actor }) {
        checkApprovalRequest(wanted);
        const moment = mailContextOf(deps);
        const approval = await requestApproval(deps.db, userOf(actor).id, wanted, moment);
        deps.triggerMailer();
        return toMessage(approval, moment.now);
      },
    },
    listApprovals: {
      allow: ['admin'],
      async run({ page, open: isOpen }, { actor }) {
        const now = deps.clock();
        const listed = await listApprovals(deps.db, userOf(actor).id, { isOpen, now, ...pageBounds(page) });
        return { ...listed, items: listed.items.map((one) => toMessage(one, now)) };
      },
    },
    approve: {
      allow: ['admin'],
      async run({ id }, { actor }) {
        const now = deps.clock();
        const approverId = userOf(actor).id;
        const approval = await approveRequest(deps.db, id, approverId, now);
        return {
          approval: toMessage(approval, now),
          token: await signApproval(deps.keys, approval, approval, approverId),
        };
      },
    },
    finishApproval: {
      allow: ['admin'],
      async run({ id, failure }, { actor }) {
        const moment = mailContextOf(deps);
        const approval = await finishApproval(deps.db, id, userOf(actor).id, failure, moment);
        deps.triggerMailer();
        return toMessage(approval, moment.now);
      },
    },
    closeApproval: {
      allow: ['admin'],
      async run({ id, note }, { actor }) {
        const moment = mailContextOf(deps);
        const approval = await closeApproval(deps.db, id, userOf(actor).id, note, moment);
        deps.triggerMailer();
        return toMessage(approval, moment.now);
      },
    },
  }) satisfies IdentityRpcs;

const toMessage = (approval: Approval, now: Date) => ({
  ...withoutNulls(approval),
  state: stateAt(approval, now),
});
