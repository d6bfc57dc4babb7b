import { loadConfig } from '@g2/kit/env';
import {
  DownloadTicket,
  ExportPage,
  Registration,
  RegistrationDetails,
  StaffView,
} from '@g2/proto/registration';
import { AppError } from '@g2/terms/errors';
import { MAX_PATH_BYTES } from '@g2/terms/limits';
import Fastify from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ALL_ROLES, type Route } from '../contract/routes/route.ts';
import { createApprovableRoutes } from '../src/approvals.ts';
import { closeClients, connectClients } from '../src/clients.ts';
import { config } from '../src/config.ts';
import { createAddressLimits, createLimits, createTokenAttempts } from '../src/plugins/limits.ts';
import { addSchemas } from '../src/plugins/schemas.ts';
import { addSessionCookie } from '../src/plugins/session.ts';
import { route } from '../src/route.ts';
import { createApiTokens, createSessions } from '../src/sessions.ts';
import { createStage, ENV, identityOf, type Roles, type Stage, sessionOf } from './test-gateway.ts';

let stage: Stage | undefined;
afterEach(async () => {
  await stage?.close();
  stage = undefined;
});

const ID = '0192f0c0-0000-7000-8000-000000000001';
const OTHER = '0192f0c0-0000-7000-8000-000000000999';

const registrationOf = (userId: string, extra: Partial<Registration> = {}): Registration => ({
  ...Registration.fromPartial({
    id: ID,
    userId,
    details: { title: 'Sistema', jurisdiction: 'brasil' },
    status: 'submitted',
    statusUpdatedAt: new Date(0),
    createdAt: new Date(0),
    canEdit: true,
    staff: {
      fileStoragePath: '/objetos/1',
      allowedActions: ['approve'],
      internalNotes: [{ id: OTHER, text: 'só da equipe', authorId: OTHER, createdAt: new Date(0) }],
      internalNoteCount: 1,
    },
  }),
  ...extra,
});

const people: Roles['identity'] = { getPeople: async () => ({ items: [] }) };

describe('a response', () => {
  it('passes on an unknown enum value of a newer service', async () => {
    const newer = {
      status: 'archived',
      details: RegistrationDetails.fromPartial({ jurisdiction: 'lua' }),
      staff: StaffView.fromPartial({ allowedActions: ['escalate'], allowedTransitions: ['archived'] }),
    };
    stage = await createStage({
      roles: {
        identity: people,
        registrations: { getRegistration: async () => registrationOf(OTHER, newer) },
      },
    });
    const response = await stage.signIn({ role: 'admin' }).get(`/api/registrations/${ID}`);
    expect([response.status, response.json]).toEqual([
      200,
      expect.objectContaining({
        status: 'archived',
        jurisdiction: 'lua',
        allowedActions: ['escalate'],
        allowedTransitions: ['archived'],
      }),
    ]);
  });

  it('includes staff fields and the note count for staff only', async () => {
    stage = await createStage({
      roles: { identity: people, registrations: { getRegistration: async () => registrationOf(OTHER) } },
    });
    const staffs = await stage.signIn({ role: 'operator' }).get(`/api/registrations/${ID}`);
    expect(staffs.json).toMatchObject({
      fileStoragePath: '/objetos/1',
      internalNotes: [{ text: 'só da equipe' }],
      internalNoteCount: 1,
    });
    const clients = await stage.signIn().get(`/api/registrations/${ID}`);
    expect(clients.status).toBe(200);
    expect(clients.text).not.toMatch(/só da equipe|objetos|allowed|internal/);
  });

  it('cannot leak staff fields to a client, even from a wrong handler', async () => {
    const loaded = loadConfig(config, ENV);
    const clients = connectClients(loaded);
    const app = Fastify();
    const cookies = await addSessionCookie(app, loaded);
    addSchemas(app);
    const sessions = new Map([
      ['secret-of-a-client', sessionOf(1, {})],
      ['secret-of-an-admin', sessionOf(2, { role: 'admin' })],
    ]);
    Object.assign(clients.identity, identityOf(sessions, { check: 0, look: 0 }));
    const deps = {
      config: loaded,
      clients,
      cookies,
      keepDevice: () => {},
      sessions: createSessions(clients.identity, { watch: () => {} }),
      apiTokens: createApiTokens(clients.identity, { watch: () => {} }),
      tokenAttempts: createTokenAttempts(loaded),
      limits: createLimits(loaded),
      addressLimits: createAddressLimits(loaded),
      approvable: createApprovableRoutes(),
    };
    const leaky = { title: 'Sistema', internalNotes: ['só da equipe'] };
    const forClient = z.object({ title: z.string() });
    const forStaff = forClient.extend({ internalNotes: z.array(z.string()) });
    const entry = {
      method: 'GET',
      path: '/api/leaky',
      tag: 'Conta',
      summary: 'x',
      roles: ALL_ROLES,
      answer: { staff: forStaff, client: forClient },
    } as const satisfies Route;
    route(app, deps, entry, async () => leaky);
    const as = async (secret: string): Promise<unknown> =>
      (await app.inject({ url: '/api/leaky', cookies: { g2_session: secret } })).json();
    expect(await as('secret-of-a-client')).toEqual({ title: 'Sistema' });
    expect(await as('secret-of-an-admin')).toEqual(leaky);
    await app.close();
    closeClients(clients);
  });
});

describe('a file of a deposit', () => {
  const path = (bytes: number) => `/api/registrations/${ID}/files/content?path=${'%C3%A9'.repeat(bytes / 2)}`;

  it('is returned for a path of the maximum length', async () => {
    const requests: string[] = [];
    stage = await createStage({
      roles: {
        registrations: { startDownload: async () => DownloadTicket.fromPartial({ ticket: 't' }) },
        storage: {
          readFile: async (file) => {
            requests.push(file.path);
            return { text: 'olá', isWhole: true };
          },
        },
      },
    });
    const client = stage.signIn();
    expect(await client.get(path(MAX_PATH_BYTES))).toMatchObject({ status: 200, text: 'olá' });
    expect(requests).toEqual(['é'.repeat(MAX_PATH_BYTES / 2)]);
  });

  it.each(['file-not-text', 'file-not-read'] as const)(
    'that is not readable returns 422 %s with a message',
    async (code) => {
      stage = await createStage({
        roles: {
          registrations: { startDownload: async () => DownloadTicket.fromPartial({ ticket: 't' }) },
          storage: { readFile: () => Promise.reject(new AppError(code)) },
        },
      });
      const response = await stage.signIn().get(path(10));
      expect([response.status, response.json.code]).toEqual([422, code]);
      expect(response.json.message).toMatch(
        /Este arquivo não é um texto|compressão deste arquivo não é lida/,
      );
    },
  );
});

describe('an error', () => {
  it.each([
    ['PATCH', '/api/admin/users/unknown/role', 'Usuário não encontrado'],
    ['PATCH', '/api/admin/users/unknown/deactivate', 'Usuário não encontrado'],
    ['DELETE', '/api/admin/users/unknown', 'Usuário não encontrado'],
    ['POST', '/api/admin/users/unknown/credits', 'Usuário não encontrado'],
    ['GET', '/api/admin/credits/unknown', 'Usuário não encontrado'],
    ['POST', '/api/payments/%20/sync', 'Pagamento não encontrado'],
    ['POST', '/api/admin/webhook-events/%20/replay', 'Evento não encontrado'],
    ['GET', '/api/registrations/nothing', 'Registro não encontrado'],
  ])('%s %s with a malformed id names the missing resource', async (method, path, message) => {
    stage = await createStage();
    const response = await stage.signIn({ role: 'admin' }).send(method, path);
    expect([response.status, response.json.code, response.json.message]).toEqual([404, 'not-found', message]);
  });

  it('for an unknown outcome is 503 with its own code and Retry-After', async () => {
    stage = await createStage({
      roles: {
        registrations: {
          deleteRegistration: async () => {
            throw new AppError('outcome-unknown', { retryAfter: 2 });
          },
        },
      },
    });
    const response = await stage.signIn().delete(`/api/registrations/${ID}`);
    expect([response.status, response.headers['retry-after'], response.json.code]).toEqual([
      503,
      '2',
      'outcome-unknown',
    ]);
    expect(response.json.message).toMatch(/^Não foi possível confirmar/);
  });
});

describe('the log', () => {
  it('records refusals with route and user, but no address or e-mail', async () => {
    stage = await createStage();
    const client = stage.signIn();
    await client.get('/api/admin/users?search=98765432100');
    client.cookie = undefined;
    await client.get(`/api/registrations/${ID}`);
    const refused = stage.lines.filter((line) => line.includes('"request refused"'));
    expect(refused.map((line): unknown => JSON.parse(line))).toEqual([
      expect.objectContaining({
        level: 'info',
        route: '/api/admin/users',
        status: 403,
        code: 'forbidden',
        userId: client.session.user?.id,
        requestId: expect.any(String),
      }),
      expect.objectContaining({
        level: 'info',
        route: '/api/registrations/:id',
        status: 401,
        code: 'unauthenticated',
      }),
    ]);
    expect(stage.lines.join('')).not.toMatch(/98765432100|@example\.com|search/);
    expect(refused.join('')).not.toContain('127.0.0.1');
  });
});

describe('an export', () => {
  it('continues from the service’s cursor, for pages of any length', async () => {
    const asked: string[] = [];
    const row = (title: string) => ({ id: ID, title, createdAt: new Date(0) });
    const pages: Record<string, { titles: string[]; next: string }> = {
      '': { titles: ['um', 'dois'], next: 'a' },
      a: { titles: [], next: 'b' },
      b: { titles: ['três'], next: '' },
    };
    const pageAfter = (after: string) => {
      asked.push(after);
      const { titles = [], next = '' } = pages[after] ?? {};
      return ExportPage.fromPartial({ items: titles.map(row), next });
    };
    stage = await createStage({
      roles: {
        identity: {
          mailReport: async () => ({ queued: true }),
          recordReport: async ({ period }) => {
            asked.push(`recorded ${period}`);
            return {};
          },
        },
        registrations: {
          startExport: async () => pageAfter(''),
          exportRegistrations: async ({ after }) => pageAfter(after),
        },
        payments: { getSettledPayments: async () => ({ items: [] }) },
      },
    });
    const { status, text } = await stage.signIn({ role: 'admin' }).post('/api/admin/export', { period: 30 });
    expect([status, asked]).toEqual([200, ['', 'recorded 30', 'a', 'b']]);
    expect(text.split('\r\n').map((line) => line.split(';')[1])).toEqual([
      '"Título"',
      '"um"',
      '"dois"',
      '"três"',
      undefined,
    ]);
  });
});
