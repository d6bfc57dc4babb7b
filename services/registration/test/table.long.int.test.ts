import type { CallOptions } from '@g2/kit/grpc-client';
import { newId } from '@g2/kit/ids';
import { serviceNames } from '@g2/kit/provision';
import { RegistrationsService } from '@g2/proto/registration';
import type { ErrorCode } from '@g2/terms/errors';
import { expect, it } from 'vitest';
import { sampleDocument, sampleGovernmentData } from './government.ts';
import { codeOf, details, ownWorld, someone, wanted } from './world.ts';

type RpcName = keyof RegistrationsService;

const world = await ownWorld();
const [owner, admin] = [someone(), someone('admin')];
const [mine, asAdmin] = [world.as(owner), world.as(admin)];

const signedIn = ['client', 'operator', 'admin'];
const staff = ['operator', 'admin'];
/** Allowed callers of each rpc. A missing row is a compile error. */
const callersOf: Record<RpcName, string[]> = {
  createRegistration: signedIn,
  getRegistration: signedIn,
  updateRegistration: signedIn,
  deleteRegistration: signedIn,
  createVersion: signedIn,
  startComparison: signedIn,
  listVersions: signedIn,
  listOwn: signedIn,
  listForStaff: staff,
  findByText: staff,
  getTitles: staff,
  getApplicants: ['admin'],
  getHistory: signedIn,
  listHolders: signedIn,
  getCorrectionChanges: signedIn,
  addHolder: signedIn,
  updateHolder: signedIn,
  removeHolder: signedIn,
  startUpload: signedIn,
  resumeUpload: signedIn,
  getUpload: signedIn,
  endUpload: signedIn,
  commitUpload: ['anyone'],
  startDownload: signedIn,
  resubmit: signedIn,
  markViewing: staff,
  listViewers: staff,
  listQueueViews: staff,
  addQueueView: staff,
  changeQueueView: staff,
  removeQueueView: staff,
  countQueues: staff,
  listReasons: staff,
  addReason: ['admin'],
  changeReason: ['admin'],
  getMessages: signedIn,
  writeMessage: signedIn,
  markMessagesRead: signedIn,
  noteCertificateTaken: signedIn,
  operatorAction: staff,
  changeStatus: ['admin'],
  assignOperator: ['admin'],
  unassignOperator: ['admin'],
  listDroppedAssignments: ['admin'],
  restoreAssignments: ['admin'],
  takeRegistration: staff,
  listUnpaidFiles: ['admin'],
  remindOfPayment: ['admin'],
  takeNext: staff,
  getGovernment: staff,
  setGovernment: staff,
  addGovernmentFile: staff,
  removeGovernmentFile: staff,
  getGovernmentFile: staff,
  getDossier: staff,
  findProtocols: staff,
  countAssignments: ['admin'],
  getOwnStats: signedIn,
  getOperatorStats: staff,
  getAdminStats: ['admin'],
  getAnalytics: ['admin'],
  getFlow: ['admin'],
  startExport: ['admin'],
  exportRegistrations: ['admin'],
  getPayable: signedIn,
  takePayment: ['service:payment-credit'],
  followPayment: ['service:payment-credit'],
  getManualPayment: ['service:payment-credit'],
  findFileTaken: ['service:payment-credit'],
  isObjectHeld: ['service:storage-hashing'],
  getCertificateFacts: [...signedIn, 'service:certificate'],
  hasUnfinishedPaid: ['service:identity'],
  isOwner: ['service:identity'],
  findUnfinishedPaid: ['admin'],
};
const CALLERS = [
  ...signedIn,
  'service:identity',
  'service:certificate',
  'service:payment-credit',
  'service:storage-hashing',
];

async function tokenOf(caller: string): Promise<string> {
  const [kind, name] = caller.split(':');
  if (kind === 'client' || kind === 'operator' || kind === 'admin')
    return world.testEnv.userToken(someone(kind));
  const service = serviceNames.find((one) => one === name);
  if (service) return world.testEnv.serviceToken(service);
  throw new Error(`no such caller: ${caller}`);
}

it.each(Object.keys(callersOf) as RpcName[])('%s allows only its listed callers', async (name) => {
  const callers = callersOf[name];
  if (callers.includes('anyone')) return;
  const method = RegistrationsService[name];
  const empty = method.requestDeserialize(Buffer.alloc(0));
  const call = world.client[name] as (request: unknown, options?: CallOptions) => Promise<unknown>;
  expect(await codeOf(call(empty))).toBe('unauthenticated');
  for (const caller of CALLERS) {
    const token = await tokenOf(caller);
    const outcome = await call(empty, { token }).then(
      () => 'done',
      (error) => error.code,
    );
    if (callers.includes(caller)) expect(['forbidden', 'unauthenticated']).not.toContain(outcome);
    else expect([caller, outcome]).toEqual([caller, 'forbidden']);
  }
});

const fresh = async () => ({ id: (await world.create(owner)).id });
const paid = async () => ({ id: (await world.at(owner, 'paid')).id });
const begun = async () => {
  const registrationId = (await fresh()).id;
  const { uploadId } = await mine.startUpload({ registrationId, fileName: 'a.zip' });
  return { registrationId, uploadId };
};
const nothing = { id: newId() };
const many = (length: number) => Array.from({ length }, newId);

it('reads, resumes and ends an upload by its id', async () => {
  const at = await begun();
  expect(await mine.getUpload({ id: at.registrationId })).toMatchObject({ uploadId: at.uploadId });
  expect(await codeOf(mine.resumeUpload({ ...at, uploadId: nothing.id }))).toBe('not-found');
  await mine.resumeUpload(at);
  await mine.endUpload(at);
  expect(await codeOf(mine.resumeUpload(at))).toBe('not-found');
});

it('returns titles, applicants, a dossier and the flow to an admin', async () => {
  const { id } = await world.create(owner, { title: `Único ${nothing.id}` });
  expect((await asAdmin.findByText({ search: nothing.id })).ids).toEqual([id]);
  expect((await asAdmin.getTitles({ ids: [id] })).items).toMatchObject([
    { id, title: `Único ${nothing.id}` },
  ]);
  expect((await asAdmin.getApplicants({ ids: [id] })).items).toMatchObject([{ id, name: 'Ana Souza' }]);
  expect((await asAdmin.getDossier({ id })).registrationId).toBe(id);
  await asAdmin.getFlow({ period: 7, span: '' });
  expect((await asAdmin.startExport({ period: 7, limit: 0 })).items.map((one) => one.id)).toContain(id);
});

it('reports to identity whether a user owns a registration', async () => {
  const request = { registrationId: (await fresh()).id, userId: owner.id };
  const options = { token: await world.testEnv.serviceToken('identity') };
  expect(await world.client.isOwner(request, options)).toEqual({ owned: true });
  expect(await world.client.isOwner({ ...request, userId: admin.id }, options)).toEqual({ owned: false });
});

it.each<[RpcName, ErrorCode, () => Promise<unknown>]>([
  ['createRegistration', 'invalid-input', () => mine.createRegistration({ ...details, title: '' })],
  ['listForStaff', 'invalid-input', () => asAdmin.listForStaff(wanted({ statuses: ['pago'] }))],
  ['findByText', 'invalid-input', () => asAdmin.findByText({ search: 'a'.repeat(201) })],
  ['getTitles', 'invalid-input', () => asAdmin.getTitles({ ids: many(501) })],
  ['getApplicants', 'invalid-input', () => asAdmin.getApplicants({ ids: many(501) })],
  ['findUnfinishedPaid', 'invalid-input', () => asAdmin.findUnfinishedPaid({ userIds: many(201) })],
  ['listHolders', 'not-found', () => mine.listHolders(nothing)],
  ['getUpload', 'not-found', () => mine.getUpload(nothing)],
  ['endUpload', 'not-found', async () => mine.endUpload({ ...(await begun()), registrationId: nothing.id })],
  ['addQueueView', 'invalid-input', () => asAdmin.addQueueView({ name: newId(), query: 'view=x' })],
  ['countQueues', 'invalid-input', () => asAdmin.countQueues({ queries: Array(21).fill('') })],
  ['addReason', 'invalid-input', () => asAdmin.addReason({ title: '', text: 'Texto' })],
  ['changeReason', 'not-found', () => asAdmin.changeReason({ ...nothing, archived: true })],
  ['changeStatus', 'not-payable', async () => asAdmin.changeStatus({ ...(await fresh()), status: 'paid' })],
  [
    'listDroppedAssignments',
    'invalid-input',
    () => asAdmin.listDroppedAssignments({ operatorId: 'x', page: undefined }),
  ],
  ['listUnpaidFiles', 'invalid-input', () => asAdmin.listUnpaidFiles({ page: { page: 1, limit: 101 } })],
  ['getGovernment', 'not-found', () => asAdmin.getGovernment(nothing)],
  [
    'setGovernment',
    'not-editable',
    async () => asAdmin.setGovernment({ ...(await paid()), version: 0, data: sampleGovernmentData }),
  ],
  [
    'addGovernmentFile',
    'not-editable',
    async () => asAdmin.addGovernmentFile({ ...(await paid()), ...sampleDocument() }),
  ],
  [
    'getGovernmentFile',
    'not-found',
    async () => asAdmin.getGovernmentFile({ ...(await fresh()), fileId: 'x' }),
  ],
  ['getDossier', 'not-found', () => asAdmin.getDossier(nothing)],
  ['findProtocols', 'invalid-input', () => asAdmin.findProtocols({ text: ' ' })],
  ['getFlow', 'invalid-input', () => asAdmin.getFlow({ period: 7, span: 'month' })],
  ['startExport', 'invalid-input', () => asAdmin.startExport({ period: 7, limit: -1 })],
  ['takePayment', 'invalid-input', () => world.pay('x', owner)],
])('%s refuses an invalid request with %s', async (_name, code, call) => {
  expect(await codeOf(call())).toBe(code);
});
