import { eventually } from '@g2/kit/testing';
import { describe, expect, it } from 'vitest';
import type { Client } from './http.ts';
import { ownWorld, registered, upload } from './world.ts';

const world = await ownWorld();
const admin = await world.signInAs('admin');
const operator = await world.signInAs('operador');

type Entry = {
  action: string;
  actorId: string | null;
  actorName: string | null;
  subjectId: string;
  address: string | null;
  requestId: string;
  detail: Record<string, string>;
};
const idOf = async (who: Client): Promise<string> => String((await who.get('/api/auth/user')).json.id);
const entries = async (query: string): Promise<Entry[]> => {
  const { status, json } = await admin.get(`/api/admin/audit?limit=100&${query}`);
  expect(status).toBe(200);
  return json.items as Entry[];
};
/** Waits for `count` entries about a subject; oldest first. */
const about = (subject: string, count: number) =>
  eventually(`${count} acts about ${subject}`, async () => {
    const found = (await entries(`subject=${subject}`)).toReversed();
    return found.length >= count ? found : undefined;
  });
const said = (found: Entry[]) => found.map(({ action, actorName, detail }) => [action, actorName, detail]);

describe('the audit trail', () => {
  it('records the operations of staff on a registration, but not those of its owner', async () => {
    const client = await world.signUpClient();
    const id = await registered(client);
    await upload(world, client, id);
    await client.get(`/api/registrations/${id}/download`);
    await client.get(`/api/registrations/${id}/files`);
    const path = `/api/admin/registrations/${id}`;
    const operatorId = await idOf(operator);
    expect((await admin.patch(`${path}/status`, { status: 'paid' })).status).toBe(200);
    expect((await admin.post(`${path}/assign-operator`, { operatorId })).status).toBe(200);
    expect((await admin.delete(`${path}/assign-operator`)).status).toBe(200);
    const action = { action: 'approve' };
    expect((await operator.patch(`/api/registrations/${id}/operator-action`, action)).status).toBe(200);
    expect((await operator.get(`/api/registrations/${id}/download`)).status).toBe(200);
    await eventually('the deposit was looked into', async () => {
      const { status } = await operator.get(`/api/registrations/${id}/files`);
      return status === 200;
    });
    // The proof responds 503 until the evidence exists, and such a response is not recorded as a download.
    await eventually('its proof is to be had', async () => {
      const { status } = await operator.get(`/api/registrations/${id}/proof`);
      return status === 200;
    });
    const found = await about(id, 7);
    const [Ada, Otavio] = ['Ada Administradora', 'Otávio Operador'];
    const isProof = ({ detail }: (typeof found)[number]) => detail.what === 'proof';
    expect(said(found.filter((act) => !isProof(act)))).toEqual([
      ['status-set', Ada, { from: 'submitted', to: 'paid', byHand: 'true' }],
      ['operator-assigned', Ada, { operatorId }],
      ['operator-unassigned', Ada, { operatorId }],
      ['status-set', Otavio, { from: 'paid', to: 'reviewing', action: 'approve' }],
      // Acting on an unassigned registration assigns it.
      ['operator-assigned', Otavio, { operatorId }],
      ['file-downloaded', Otavio, { what: 'archive', version: 'current' }],
    ]);
    // A request whose response comes too late is recorded, and is sent again: one act per request.
    const proofs = found.filter(isProof);
    expect(said(proofs)).toContainEqual(['file-downloaded', Otavio, { what: 'proof' }]);
    // Each entry has the address and id of its request.
    expect(new Set(found.map(({ address }) => address))).toEqual(new Set(['127.0.0.1']));
    expect(new Set(found.map(({ requestId }) => requestId)).size).toBe(5 + proofs.length);
  });

  it('records credit adjustments and account changes, also for deleted accounts', async () => {
    const person = await world.signUpClient();
    await admin.post('/api/admin/credits', {
      userId: person.id,
      delta: 150,
      reason: 'Cortesia de fim de ano',
    });
    await admin.post('/api/admin/credits', { userId: person.id, delta: -150, reason: 'Engano' });
    await admin.patch(`/api/admin/users/${person.id}`, { firstName: 'Eva' });
    await admin.patch(`/api/admin/users/${person.id}/deactivate`, {});
    const found = await about(person.id, 6);
    expect(found.map(({ action, detail }) => [action, detail])).toEqual(
      expect.arrayContaining([
        ['sign-up', { method: 'password' }],
        ['email-confirmed', {}],
        ['credits-adjusted', { delta: '150' }],
        ['credits-adjusted', { delta: '-150' }],
        ['account-edited', { fields: 'firstName' }],
        ['account-deactivated', { role: 'client' }],
      ]),
    );
    expect(found).toHaveLength(6);
    expect((await admin.delete(`/api/admin/users/${person.id}`)).status).toBe(204);
    const [own] = await entries(`actor=${person.id}&action=sign-up`);
    expect(own?.actorName).toBe('Usuário removido');
  });

  it('records exports of reports and of the audit trail itself', async () => {
    expect((await admin.get('/api/admin/export?period=30')).status).toBe(200);
    const [report] = await entries('action=report-exported');
    expect([report?.actorName, report?.detail]).toEqual(['Ada Administradora', { period: '30' }]);
    const { status, text } = await admin.post('/api/admin/audit/export', { action: 'report-exported' });
    expect(status).toBe(200);
    expect(text.split('\r\n')).toHaveLength(3);
    expect(text).toContain('"Exportou registros em CSV"');
    const [taken] = await entries('action=trail-exported');
    expect(taken?.detail).toEqual({ actions: 'report-exported' });
  });

  it('is for admins only', async () => {
    const client = await world.signUpClient();
    for (const who of [client, operator]) {
      expect((await who.get('/api/admin/audit')).status).toBe(403);
      expect((await who.post('/api/admin/audit/export', {})).status).toBe(403);
    }
    expect((await world.anonymousClient().get('/api/admin/audit')).status).toBe(401);
  });
});
