import { AuditEntry, AuditPage, type ListAuditRequest, People } from '@g2/proto/identity';
import { AppError } from '@g2/terms/errors';
import { afterEach, describe, expect, it } from 'vitest';
import { createStage, type Roles, type Stage } from './test-gateway.ts';

const ACTOR = '0192f0c0-0000-7000-8000-00000000aaaa';
const GONE = '0192f0c0-0000-7000-8000-00000000bbbb';
const SUBJECT = '0192f0c0-0000-7000-8000-00000000cccc';
const ID = '0192f0c0-0000-7000-8000-00000000dddd';
const at = new Date('2026-12-03T12:00:00.123Z');

const entry = (more: Partial<AuditEntry> = {}): AuditEntry =>
  AuditEntry.fromPartial({
    id: ID,
    at,
    action: 'role-changed',
    actorId: ACTOR,
    subjectType: 'user',
    subjectId: SUBJECT,
    address: '203.0.113.7',
    requestId: 'a-request',
    detail: { from: 'client', to: 'operator' },
    ...more,
  });
const getPeople = async () =>
  People.fromPartial({ items: [{ id: ACTOR, firstName: 'Ada', lastName: 'Lima', role: 'admin' }] });

let stage: Stage;
afterEach(() => stage.close());
const open = async (identity: NonNullable<Roles['identity']>) => {
  stage = await createStage({ roles: { identity: { getPeople, ...identity } } });
  return stage.signIn({ role: 'admin' });
};

describe('the audit trail', () => {
  it('names actors, also deleted accounts, and returns null for unknown values', async () => {
    const anonymous = { actorId: undefined, address: undefined };
    const items = [entry(), entry({ actorId: GONE }), entry({ ...anonymous, action: 'a-later-word' })];
    const admin = await open({
      listAudit: async () => AuditPage.fromPartial({ items, total: 10_000, totalCapped: true }),
    });
    const { status, json } = await admin.get('/api/admin/audit');
    const common = { id: ID, at: '2026-12-03T12:00:00.123Z', subjectType: 'user', subjectId: SUBJECT };
    const rest = { requestId: 'a-request', detail: { from: 'client', to: 'operator' } };
    expect([status, json]).toEqual([
      200,
      {
        items: [
          {
            ...common,
            ...rest,
            action: 'role-changed',
            actorId: ACTOR,
            actorName: 'Ada Lima',
            address: '203.0.113.7',
          },
          {
            ...common,
            ...rest,
            action: 'role-changed',
            actorId: GONE,
            actorName: 'Usuário removido',
            address: '203.0.113.7',
          },
          { ...common, ...rest, action: 'a-later-word', actorId: null, actorName: null, address: null },
        ],
        total: 10_000,
        totalCapped: true,
        page: 1,
        pageSize: 25,
      },
    ]);
  });

  it('filters by the query and names the fields with invalid values', async () => {
    const requests: ListAuditRequest[] = [];
    const admin = await open({
      listAudit: async (request) => {
        requests.push(request);
        return AuditPage.fromPartial({});
      },
    });
    const days = 'from=2026-12-01&to=2026-12-03';
    await admin.get(
      `/api/admin/audit?actor=${ACTOR}&subject=${SUBJECT}&action=sign-in,sign-out&${days}&page=2`,
    );
    await admin.get('/api/admin/audit?actor=&subject=&action=&from=&to=');
    expect(requests).toEqual([
      {
        page: { page: 2, limit: 25 },
        filter: {
          actor: ACTOR,
          subject: SUBJECT,
          actions: ['sign-in', 'sign-out'],
          from: '2026-12-01',
          to: '2026-12-03',
        },
      },
      { page: { page: 1, limit: 25 }, filter: { actor: '', subject: '', actions: [], from: '', to: '' } },
    ]);
    for (const [query, field] of [
      ['actor=me', 'actor'],
      ['subject=a@b.com', 'subject'],
      ['action=nonsense', 'action'],
      ['from=2026-02-30', 'from'],
      ['to=hoje', 'to'],
    ]) {
      const { status, json } = await admin.get(`/api/admin/audit?${query}`);
      expect([query, status, Object.keys(json.fields ?? {})]).toEqual([query, 400, [field]]);
    }
  });

  it('exports its rows as CSV page by page and neutralises formulas', async () => {
    const requests: unknown[] = [];
    const admin = await open({
      startAuditExport: async (filter) => {
        requests.push(filter);
        return { items: [entry({ subjectId: '=1+1' })], next: ID };
      },
      continueAuditExport: async (request) => {
        requests.push(request);
        return { items: [entry({ actorId: GONE })], next: '' };
      },
    });
    const { status, text, headers } = await admin.post('/api/admin/audit/export', { actor: ACTOR });
    const filter = { actor: ACTOR, subject: '', actions: [], from: '', to: '' };
    expect([status, requests]).toEqual([200, [filter, { filter, after: ID }]]);
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringContaining('trilha.csv'),
    });
    const [header, first, second, ...rest] = text.split('\r\n');
    expect(header).toMatch(/^\ufeff?"Data e hora";/);
    expect(first).toContain(
      '"03/12/2026 09:00";"2026-12-03T12:00:00.123Z";"Alterou a função de um usuário";"role-changed";"Ada Lima"',
    );
    expect(first).toContain('"\'=1+1"');
    expect(first).toContain('"from: client; to: operator"');
    expect(second).toContain('"Usuário removido"');
    expect(rest).toEqual(['']);
  });

  it('is not exported when the export cannot be recorded', async () => {
    const admin = await open({
      startAuditExport: async () => {
        throw new AppError('confirmation-needed');
      },
    });
    const { status, json } = await admin.post('/api/admin/audit/export', {});
    expect([status, json.code]).toEqual([403, 'confirmation-needed']);
  });
});
