import { type CallOptions, connectRpc } from '@g2/kit/grpc-client';
import { newId } from '@g2/kit/ids';
import { serviceNames } from '@g2/kit/provision';
import { forFile } from '@g2/kit/testing';
import { IdentityService } from '@g2/proto/identity';
import { RegistrationsService } from '@g2/proto/registration';
import type { ErrorCode } from '@g2/terms/errors';
import { describe, expect, it } from 'vitest';
import { codeOf, createWorld, details, logIn, someone, startIdentity, type User } from './world.ts';

type Name = keyof RegistrationsService;
const names = Object.keys(RegistrationsService) as Name[];
const CALLERS = [
  'client',
  'operator',
  'admin',
  'service:identity',
  'service:certificate',
  'service:payment-credit',
  'service:storage-hashing',
];

type Row = {
  /** Who may call it, written out again by hand. */
  callers: string[];
  done: () => Promise<unknown>;
  refused: [ErrorCode, () => Promise<unknown>];
};

let operator: User;
const owner = someone();
const admin = someone('admin');
const signedIn = ['client', 'operator', 'admin'];
const staff = ['operator', 'admin'];
const list = { page: undefined, statuses: [], search: '', assignedToMe: false, sort: '' };
const holder = { holderName: 'Bia', holderTaxId: '52998224725', ownershipPercentage: 1 };
const nothing = { id: newId() };

const world = await forFile(
  createWorld({
    async identity(bed) {
      const address = await startIdentity(bed);
      const client = connectRpc(IdentityService, address);
      operator = await logIn(client, 'operador@g2.local', 'Operador-2026!');
      client.close();
      return address;
    },
  }),
);

const mine = () => world.as(owner);
const asAdmin = () => world.as(admin);
const fresh = async () => ({ id: (await world.create(owner)).id });
const inFresh = async () => ({ registrationId: (await fresh()).id });
const paid = async () => ({ id: (await world.at(owner, 'paid')).id });
const byService = async (name: 'identity' | 'certificate' | 'payment-credit' | 'storage-hashing') => ({
  token: await world.bed.serviceToken(name),
});

/** Every rpc of the definition: without a row for one, this does not compile, and the first test fails. */
const rows: Record<Name, Row> = {
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
    refused: ['not-editable', async () => mine().addHolder({ registrationId: (await paid()).id, ...holder })],
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

async function tokenOf(caller: string): Promise<string> {
  const [kind, name] = caller.split(':');
  if (kind === 'client' || kind === 'operator' || kind === 'admin') return world.bed.userToken(someone(kind));
  const service = serviceNames.find((one) => one === name);
  if (service) return world.bed.serviceToken(service);
  throw new Error(`no such caller: ${caller}`);
}

describe('the table', () => {
  it('has every rpc of the definition', () => {
    expect(Object.keys(rows).sort()).toEqual([...names].sort());
  });

  it.each(names)('%s does its work', async (name) => {
    await expect(rows[name].done()).resolves.toBeDefined();
  });

  it.each(names)('%s refuses what it must', async (name) => {
    const [code, call] = rows[name].refused;
    expect(await codeOf(call())).toBe(code);
  });

  it.each(names)('%s is for those who may call it alone', async (name) => {
    const { callers } = rows[name];
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
});
