import { newId } from '@g2/kit/ids';
import type { RegistrationsService } from '@g2/proto/registration';
import type { ErrorCode } from '@g2/terms/errors';
import { details, someone, type User, type World } from './world.ts';

export type RpcName = keyof RegistrationsService;

type Row = {
  /** Who may call it, written out again by hand. */
  callers: string[];
  done: () => Promise<unknown>;
  refused: [ErrorCode, () => Promise<unknown>];
};

const signedIn = ['client', 'operator', 'admin'];
const staff = ['operator', 'admin'];
const list = { page: undefined, statuses: [], search: '', assignedToMe: false, sort: '' };
const holder = { holderName: 'Bia', holderTaxId: '52998224725', ownershipPercentage: 1 };
const nothing = { id: newId() };

/**
 * A call of every rpc that does its work, and one that it refuses: without a row for one, this does not compile.
 * @param operator an active one, known to identity
 */
export function callsIn(world: World, operator: User): Record<RpcName, Row> {
  const owner = someone();
  const admin = someone('admin');
  const mine = () => world.as(owner);
  const asAdmin = () => world.as(admin);
  const fresh = async () => ({ id: (await world.create(owner)).id });
  const inFresh = async () => ({ registrationId: (await fresh()).id });
  const begun = async () => {
    const to = await inFresh();
    const { uploadId } = await mine().startUpload({ ...to, fileName: 'a.zip' });
    return { ...to, uploadId };
  };
  const paid = async () => ({ id: (await world.at(owner, 'paid')).id });
  const byService = async (name: 'identity' | 'certificate' | 'payment-credit' | 'storage-hashing') => ({
    token: await world.bed.serviceToken(name),
  });

  return {
    createRegistration: {
      callers: signedIn,
      done: () => mine().createRegistration(details),
      refused: ['invalid-input', () => mine().createRegistration({ ...details, title: '' })],
    },
    getRegistration: {
      callers: signedIn,
      done: async () => mine().getRegistration(await fresh()),
      refused: ['not-found', () => mine().getRegistration(nothing)],
    },
    updateRegistration: {
      callers: signedIn,
      done: async () => mine().updateRegistration({ ...(await fresh()), title: 'B' }),
      refused: ['not-editable', async () => mine().updateRegistration({ ...(await paid()), title: 'B' })],
    },
    deleteRegistration: {
      callers: signedIn,
      done: async () => mine().deleteRegistration(await fresh()),
      refused: ['not-editable', async () => mine().deleteRegistration(await paid())],
    },
    listOwn: {
      callers: signedIn,
      done: () => mine().listOwn(list),
      refused: ['invalid-input', () => mine().listOwn({ ...list, page: { page: 1, limit: 101 } })],
    },
    listForStaff: {
      callers: staff,
      done: () => asAdmin().listForStaff(list),
      refused: ['invalid-input', () => asAdmin().listForStaff({ ...list, statuses: ['pago'] })],
    },
    getHistory: {
      callers: signedIn,
      done: async () => mine().getHistory(await fresh()),
      refused: ['not-found', () => mine().getHistory(nothing)],
    },
    listHolders: {
      callers: signedIn,
      done: async () => mine().listHolders(await fresh()),
      refused: ['not-found', () => mine().listHolders(nothing)],
    },
    addHolder: {
      callers: signedIn,
      done: async () => mine().addHolder({ registrationId: (await fresh()).id, ...holder }),
      refused: [
        'not-editable',
        async () => mine().addHolder({ registrationId: (await paid()).id, ...holder }),
      ],
    },
    removeHolder: {
      callers: signedIn,
      async done() {
        const at = await inFresh();
        const { id } = await mine().addHolder({ ...at, ...holder });
        return mine().removeHolder({ ...at, holderId: id });
      },
      refused: ['not-found', async () => mine().removeHolder({ holderId: newId(), ...(await inFresh()) })],
    },
    startUpload: {
      callers: signedIn,
      done: async () => mine().startUpload({ ...(await inFresh()), fileName: 'a.zip' }),
      refused: ['not-a-zip', async () => mine().startUpload({ ...(await inFresh()), fileName: 'a.tar' })],
    },
    resumeUpload: {
      callers: signedIn,
      done: async () => mine().resumeUpload(await begun()),
      refused: ['not-found', async () => mine().resumeUpload({ ...(await begun()), uploadId: nothing.id })],
    },
    getUpload: {
      callers: signedIn,
      done: async () => mine().getUpload(await fresh()),
      refused: ['not-found', () => mine().getUpload(nothing)],
    },
    endUpload: {
      callers: signedIn,
      done: async () => mine().endUpload(await begun()),
      refused: [
        'not-found',
        async () => mine().endUpload({ ...(await begun()), registrationId: nothing.id }),
      ],
    },
    commitUpload: {
      callers: ['anyone'],
      done: () => world.payable(owner),
      refused: ['unauthenticated', () => world.client.commitUpload({ receipt: 'x' })],
    },
    startDownload: {
      callers: signedIn,
      done: async () => mine().startDownload(await paid()),
      refused: ['not-found', async () => mine().startDownload(await fresh())],
    },
    resubmit: {
      callers: signedIn,
      async done() {
        const { id } = await world.at(owner, 'paid', 'reviewing', 'submitted');
        return mine().resubmit({ id });
      },
      refused: ['illegal-transition', async () => mine().resubmit(await fresh())],
    },
    operatorAction: {
      callers: staff,
      done: async () => asAdmin().operatorAction({ ...(await paid()), action: 'approve' }),
      refused: [
        'illegal-transition',
        async () => asAdmin().operatorAction({ ...(await fresh()), action: 'approve' }),
      ],
    },
    changeStatus: {
      callers: ['admin'],
      done: async () => asAdmin().changeStatus({ ...(await paid()), status: 'reviewing' }),
      refused: ['not-payable', async () => asAdmin().changeStatus({ ...(await fresh()), status: 'paid' })],
    },
    assignOperator: {
      callers: ['admin'],
      done: async () => asAdmin().assignOperator({ ...(await fresh()), operatorId: operator.id }),
      refused: [
        'invalid-input',
        async () => asAdmin().assignOperator({ ...(await fresh()), operatorId: newId() }),
      ],
    },
    unassignOperator: {
      callers: ['admin'],
      async done() {
        const { id } = await asAdmin().assignOperator({ ...(await fresh()), operatorId: operator.id });
        return asAdmin().unassignOperator({ id });
      },
      refused: ['conflict', async () => asAdmin().unassignOperator(await fresh())],
    },
    countAssignments: {
      callers: ['admin'],
      done: () => asAdmin().countAssignments({}),
      refused: ['forbidden', () => mine().countAssignments({})],
    },
    getOwnStats: {
      callers: signedIn,
      done: () => mine().getOwnStats({}),
      refused: ['unauthenticated', () => world.client.getOwnStats({})],
    },
    getOperatorStats: {
      callers: staff,
      done: () => asAdmin().getOperatorStats({}),
      refused: ['forbidden', () => mine().getOperatorStats({})],
    },
    getAdminStats: {
      callers: ['admin'],
      done: () => asAdmin().getAdminStats({}),
      refused: ['forbidden', () => mine().getAdminStats({})],
    },
    getAnalytics: {
      callers: ['admin'],
      done: () => asAdmin().getAnalytics({ period: 7 }),
      refused: ['invalid-input', () => asAdmin().getAnalytics({ period: 0 })],
    },
    exportRegistrations: {
      callers: ['admin'],
      done: () => asAdmin().exportRegistrations({ period: 7, after: '', limit: 0 }),
      refused: ['invalid-input', () => asAdmin().exportRegistrations({ period: 7, after: '', limit: -1 })],
    },
    getPayable: {
      callers: signedIn,
      done: async () => mine().getPayable(await fresh()),
      refused: ['forbidden', async () => asAdmin().getPayable(await fresh())],
    },
    takePayment: {
      callers: ['service:payment-credit'],
      done: async () => world.pay((await world.payable(owner)).id, owner),
      refused: ['invalid-input', () => world.pay('x', owner)],
    },
    getManualPayment: {
      callers: ['service:payment-credit'],
      done: async () => world.client.getManualPayment(await paid(), await byService('payment-credit')),
      refused: ['forbidden', async () => asAdmin().getManualPayment(await paid())],
    },
    isObjectHeld: {
      callers: ['service:storage-hashing'],
      done: async () =>
        world.client.isObjectHeld({ objectKey: 'k', ticketId: '' }, await byService('storage-hashing')),
      refused: ['forbidden', () => asAdmin().isObjectHeld({ objectKey: 'k', ticketId: '' })],
    },
    getCertificateFacts: {
      callers: [...signedIn, 'service:certificate'],
      done: async () => world.client.getCertificateFacts(await fresh(), await byService('certificate')),
      refused: ['not-found', () => mine().getCertificateFacts(nothing)],
    },
    hasUnfinishedPaid: {
      callers: ['service:identity'],
      done: async () => world.client.hasUnfinishedPaid({ id: owner.id }, await byService('identity')),
      refused: ['forbidden', () => asAdmin().hasUnfinishedPaid({ id: owner.id })],
    },
    findUnfinishedPaid: {
      callers: ['admin'],
      done: () => asAdmin().findUnfinishedPaid({ userIds: [owner.id, 'x'] }),
      refused: [
        'invalid-input',
        () => asAdmin().findUnfinishedPaid({ userIds: Array.from({ length: 201 }, () => owner.id) }),
      ],
    },
  };
}
