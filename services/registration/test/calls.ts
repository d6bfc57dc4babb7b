import { newId } from '@g2/kit/ids';
import type { RegistrationsService } from '@g2/proto/registration';
import type { ErrorCode } from '@g2/terms/errors';
import { aPaper, filed } from './government.ts';
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
  const ofAdmin = async () => ({ id: (await world.create(admin)).id });
  const paid = async () => ({ id: (await world.at(owner, 'paid')).id });
  const inReview = async () => ({ id: (await world.at(owner, 'paid', 'reviewing')).id });
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
    createVersion: {
      callers: signedIn,
      done: async () =>
        mine().createVersion({ id: (await world.certified(owner)).id, whatIsNew: 'Relatórios' }),
      refused: [
        'certificate-not-available',
        async () => mine().createVersion({ ...(await paid()), whatIsNew: 'Relatórios' }),
      ],
    },
    listVersions: {
      callers: signedIn,
      done: async () => mine().listVersions({ ...(await fresh()), page: undefined }),
      refused: ['not-found', () => mine().listVersions({ ...nothing, page: undefined })],
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
    findByText: {
      callers: staff,
      done: () => asAdmin().findByText({ search: 'Programa' }),
      refused: ['invalid-input', () => asAdmin().findByText({ search: 'a'.repeat(201) })],
    },
    getTitles: {
      callers: staff,
      done: async () => asAdmin().getTitles({ ids: [(await fresh()).id] }),
      refused: ['invalid-input', () => asAdmin().getTitles({ ids: Array.from({ length: 501 }, newId) })],
    },
    getApplicants: {
      callers: ['admin'],
      done: async () => asAdmin().getApplicants({ ids: [(await fresh()).id] }),
      refused: ['invalid-input', () => asAdmin().getApplicants({ ids: Array.from({ length: 501 }, newId) })],
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
    getCorrectionChanges: {
      callers: signedIn,
      async done() {
        const { id } = await world.at(owner, 'paid', 'reviewing', 'submitted');
        return mine().getCorrectionChanges({ id });
      },
      refused: ['not-found', async () => mine().getCorrectionChanges(await paid())],
    },
    addHolder: {
      callers: signedIn,
      done: async () => mine().addHolder({ registrationId: (await fresh()).id, ...holder }),
      refused: [
        'not-editable',
        async () => mine().addHolder({ registrationId: (await paid()).id, ...holder }),
      ],
    },
    updateHolder: {
      callers: signedIn,
      async done() {
        const at = await inFresh();
        const { id } = await mine().addHolder({ ...at, ...holder });
        return mine().updateHolder({ ...at, holderId: id, ownershipPercentage: 41 });
      },
      refused: ['not-found', async () => mine().updateHolder({ holderId: newId(), ...(await inFresh()) })],
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
    markViewing: {
      callers: staff,
      done: async () => asAdmin().markViewing({ ...(await fresh()), left: false }),
      refused: ['not-found', () => asAdmin().markViewing({ ...nothing, left: false })],
    },
    listViewers: {
      callers: staff,
      done: () => asAdmin().listViewers({}),
      refused: ['forbidden', () => mine().listViewers({})],
    },
    listQueueViews: {
      callers: staff,
      done: () => asAdmin().listQueueViews({}),
      refused: ['forbidden', () => mine().listQueueViews({})],
    },
    addQueueView: {
      callers: staff,
      done: () => asAdmin().addQueueView({ name: newId(), query: 'view=late' }),
      refused: ['invalid-input', () => asAdmin().addQueueView({ name: newId(), query: 'view=x' })],
    },
    changeQueueView: {
      callers: staff,
      async done() {
        const { id } = await asAdmin().addQueueView({ name: newId(), query: '' });
        return asAdmin().changeQueueView({ id, query: 'view=late' });
      },
      refused: ['not-found', () => asAdmin().changeQueueView({ ...nothing, name: 'Fila' })],
    },
    removeQueueView: {
      callers: staff,
      async done() {
        const { id } = await asAdmin().addQueueView({ name: newId(), query: '' });
        return asAdmin().removeQueueView({ id });
      },
      refused: ['not-found', () => asAdmin().removeQueueView(nothing)],
    },
    countQueues: {
      callers: staff,
      done: () => asAdmin().countQueues({ queries: ['view=late'] }),
      refused: [
        'invalid-input',
        () => asAdmin().countQueues({ queries: Array.from({ length: 21 }, () => '') }),
      ],
    },
    listReasons: {
      callers: staff,
      done: () => asAdmin().listReasons({ archived: true }),
      refused: ['forbidden', () => mine().listReasons({ archived: false })],
    },
    addReason: {
      callers: ['admin'],
      done: () => asAdmin().addReason({ title: 'Título', text: 'Texto' }),
      refused: ['invalid-input', () => asAdmin().addReason({ title: '', text: 'Texto' })],
    },
    changeReason: {
      callers: ['admin'],
      async done() {
        const { id } = await asAdmin().addReason({ title: 'Título', text: 'Texto' });
        return asAdmin().changeReason({ id, archived: true });
      },
      refused: ['not-found', () => asAdmin().changeReason({ ...nothing, archived: true })],
    },
    getMessages: {
      callers: signedIn,
      done: async () => mine().getMessages(await fresh()),
      refused: ['not-found', () => mine().getMessages(nothing)],
    },
    writeMessage: {
      callers: signedIn,
      done: async () => asAdmin().writeMessage({ ...(await fresh()), text: 'Oi' }),
      refused: ['invalid-input', async () => mine().writeMessage({ ...(await fresh()), text: ' ' })],
    },
    markMessagesRead: {
      callers: signedIn,
      async done() {
        const { id } = await fresh();
        await asAdmin().writeMessage({ id, text: 'Oi' });
        return mine().markMessagesRead({ id, received: 1 });
      },
      refused: ['not-found', () => mine().markMessagesRead({ ...nothing, received: 1 })],
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
    listDroppedAssignments: {
      callers: ['admin'],
      done: () => asAdmin().listDroppedAssignments({ operatorId: operator.id, page: undefined }),
      refused: [
        'invalid-input',
        () => asAdmin().listDroppedAssignments({ operatorId: 'x', page: { page: 1, limit: 10 } }),
      ],
    },
    restoreAssignments: {
      callers: ['admin'],
      done: () => asAdmin().restoreAssignments({ id: operator.id }),
      refused: ['conflict', () => asAdmin().restoreAssignments(nothing)],
    },
    takeRegistration: {
      callers: staff,
      done: async () => asAdmin().takeRegistration(await paid()),
      refused: ['own-registration', async () => asAdmin().takeRegistration(await ofAdmin())],
    },
    listUnpaidFiles: {
      callers: ['admin'],
      done: () => asAdmin().listUnpaidFiles({ page: undefined }),
      refused: ['invalid-input', () => asAdmin().listUnpaidFiles({ page: { page: 1, limit: 101 } })],
    },
    remindOfPayment: {
      callers: ['admin'],
      done: async () => asAdmin().remindOfPayment({ id: (await world.payable(owner)).id }),
      refused: ['conflict', async () => asAdmin().remindOfPayment(await fresh())],
    },
    takeNext: {
      callers: staff,
      done: () => paid().then(() => asAdmin().takeNext({})),
      refused: ['not-found', () => asAdmin().takeNext({ jurisdiction: 'mercosul' })],
    },
    getGovernment: {
      callers: staff,
      done: async () => asAdmin().getGovernment(await fresh()),
      refused: ['not-found', () => asAdmin().getGovernment(nothing)],
    },
    setGovernment: {
      callers: staff,
      done: async () => asAdmin().setGovernment({ ...(await inReview()), version: 0, data: filed }),
      refused: [
        'not-editable',
        async () => asAdmin().setGovernment({ ...(await paid()), version: 0, data: filed }),
      ],
    },
    addGovernmentFile: {
      callers: staff,
      done: async () => asAdmin().addGovernmentFile({ ...(await inReview()), ...aPaper() }),
      refused: ['not-editable', async () => asAdmin().addGovernmentFile({ ...(await paid()), ...aPaper() })],
    },
    removeGovernmentFile: {
      callers: staff,
      async done() {
        const at = await inReview();
        const { id: fileId } = await asAdmin().addGovernmentFile({ ...at, ...aPaper() });
        return asAdmin().removeGovernmentFile({ ...at, fileId });
      },
      refused: [
        'not-found',
        async () => asAdmin().removeGovernmentFile({ ...(await inReview()), fileId: newId() }),
      ],
    },
    getGovernmentFile: {
      callers: staff,
      async done() {
        const at = await inReview();
        const { id: fileId } = await asAdmin().addGovernmentFile({ ...at, ...aPaper() });
        return asAdmin().getGovernmentFile({ ...at, fileId });
      },
      refused: ['not-found', async () => asAdmin().getGovernmentFile({ ...(await fresh()), fileId: 'x' })],
    },
    getDossier: {
      callers: staff,
      done: async () => asAdmin().getDossier(await fresh()),
      refused: ['not-found', () => asAdmin().getDossier(nothing)],
    },
    findProtocols: {
      callers: staff,
      done: () => asAdmin().findProtocols({ text: 'BR 51;24/11/2026' }),
      refused: ['invalid-input', () => asAdmin().findProtocols({ text: ' ' })],
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
    getFlow: {
      callers: ['admin'],
      done: () => asAdmin().getFlow({ period: 7, span: '' }),
      refused: ['invalid-input', () => asAdmin().getFlow({ period: 7, span: 'month' })],
    },
    startExport: {
      callers: ['admin'],
      done: () => asAdmin().startExport({ period: 7, limit: 0 }),
      refused: ['invalid-input', () => asAdmin().startExport({ period: 7, limit: -1 })],
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
    isOwner: {
      callers: ['service:identity'],
      async done() {
        const asked = { registrationId: (await fresh()).id, userId: owner.id };
        return world.client.isOwner(asked, await byService('identity'));
      },
      refused: ['forbidden', () => mine().isOwner({ registrationId: nothing.id, userId: owner.id })],
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
