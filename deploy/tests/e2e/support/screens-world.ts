import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import yazl from 'yazl';
import { Client, confirmCard, signUp, signUpUnverified, type User } from './client.ts';
import { details, FEE, holders } from './journey.ts';
import { actor } from './world.ts';

/** Role of a screen's user. A newcomer is a client without data and without a verified address. */
export type Viewer = 'visitor' | 'newcomer' | 'client' | 'operator' | 'admin';

/** State in which a registration of the client is shown. */
type ShownState =
  | 'long'
  | 'draft'
  | 'complete'
  | 'payable'
  | 'paid'
  | 'reviewing'
  | 'government'
  | 'completed'
  | 'certified'
  | 'returned';

/** Data of the screens: a client with a registration in every status, and staff. */
export type ScreensFixture = {
  base: string;
  viewers: Record<Exclude<Viewer, 'visitor'>, Client>;
  ids: Record<ShownState, string>;
  titles: Record<ShownState, string>;
  client: User & { password: string };
  longUser: User;
  former: User;
  /** Number of the certificate of `ids.certified`. */
  certificate: string;
};

/** The longest allowed title: 200 characters without a break opportunity. */
const LONG_TITLE = `Sistema${'DeGestãoIntegrada'.repeat(12)}`.slice(0, 200);
const LONG_NAME = 'Maria Aparecida do Nascimento Albuquerque Cavalcanti de Vasconcelos e Silva Filha';
const LONG_EMAIL = `departamento-de-propriedade-intelectual@subdominio.organizacao-com-nome-comprido.example.com`;
const LONG_TEXT =
  'Plataforma de gestão de pedidos para cooperativas agrícolas: recebe lançamentos do campo sem rede, concilia com o estoque, emite documentos e mostra em um painel o que falta entregar. '.repeat(
    4,
  );
const CORRECTION =
  'O ZIP não contém o módulo de faturamento citado na descrição. Inclua a pasta "faturamento" ou ajuste a descrição, e confira o CPF do segundo titular: os dígitos não conferem com o documento enviado.';

const TITLES: Record<ShownState, string> = {
  long: LONG_TITLE,
  draft: 'Agenda de Consultas sem arquivo',
  complete: 'Editor de Partituras',
  payable: 'Conversor de Notas Fiscais',
  paid: 'Monitor de Irrigação',
  reviewing: 'Biblioteca de Visão Computacional para Colheitadeiras — edição acadêmica',
  government: 'Calculadora de Ações — versão çãõé',
  completed: 'Roteirizador de Entregas Urbanas',
  certified: 'Motor de Regras Fiscais',
  returned: 'Gestor de Cooperativas',
};
const REACHED: Partial<Record<ShownState, number>> = {
  paid: 0,
  reviewing: 1,
  government: 2,
  completed: 3,
  certified: 4,
};
const BEYOND_ONE_PAGE = 4;

async function upload(client: Client, id: string, name: string): Promise<void> {
  const zip = new yazl.ZipFile();
  zip.addBuffer(randomBytes(512), 'fonte.txt');
  zip.end();
  await client.ok(`/api/registrations/${id}/upload`, {
    method: 'POST',
    raw: { bytes: await buffer(zip.outputStream), type: 'application/zip' },
    headers: { 'x-file-name': encodeURIComponent(name) },
  });
}

async function create(client: Client, title: string, more: object = {}): Promise<string> {
  const { id } = await client.post<{ id: string }>('/api/registrations', { ...details, title, ...more });
  return id;
}

const long = {
  applicantName: LONG_NAME,
  applicantEmail: LONG_EMAIL,
  holderName: LONG_NAME,
  description: LONG_TEXT,
  notes: LONG_TEXT,
};

async function prepare(client: Client, shown: ShownState): Promise<string> {
  const id = await create(client, TITLES[shown], shown === 'long' ? long : {});
  if (shown === 'draft') return id;
  await upload(client, id, shown === 'long' ? `${'codigo-fonte-completo-'.repeat(8)}.zip` : 'fonte.zip');
  if (shown !== 'payable' && shown !== 'complete')
    for (const holder of holders) await client.post(`/api/registrations/${id}/holders`, holder);
  return id;
}

async function payByCard(client: Client, path: string, body: object = {}): Promise<void> {
  const intent = await client.post<Parameters<typeof confirmCard>[1]>(path, body);
  await confirmCard(client, intent);
  await client.post(`/api/payments/${intent.paymentIntentId}/sync`);
}

type Staff = { operator: Client; admin: Client };

async function advance(
  client: Client,
  { operator, admin }: Staff,
  id: string,
  shown: ShownState,
): Promise<void> {
  await client.post(`/api/registrations/${id}/credit-payment`);
  const act = (action: string, expectedStatus: string, more: object = {}) =>
    operator.patch(`/api/registrations/${id}/operator-action`, { action, expectedStatus, ...more });
  const set = (status: string, expectedStatus: string) =>
    admin.patch(`/api/admin/registrations/${id}/status`, {
      status,
      expectedStatus,
      reason: 'Etapa concluída',
    });
  if (shown === 'returned') {
    await act('approve', 'paid');
    await act('request_corrections', 'reviewing', { reason: CORRECTION });
    return;
  }
  const steps = [
    () => act('approve', 'paid', { notes: 'Documentação conferida; falta comparar o hash.' }),
    () => act('approve', 'reviewing'),
    () => set('completed', 'government_processing'),
    () => set('certificate_issued', 'completed'),
  ];
  for (const step of steps.slice(0, REACHED[shown])) await step();
  if (shown === 'reviewing' || shown === 'government') {
    await act('add_notes', shown === 'reviewing' ? 'reviewing' : 'government_processing', {
      notes: LONG_TEXT,
    });
  }
  if (shown === 'government') await noteStep(operator, id);
}

/** Records data of the government step that is overdue and has the hash of another file. */
async function noteStep(operator: Client, id: string): Promise<void> {
  const path = `/api/operator/registrations/${id}/government`;
  await operator.ok(path, {
    method: 'PUT',
    body: {
      version: 0,
      data: {
        protocol: 'BR 51 2026 000123-4',
        filedOn: '2026-01-12',
        gruNumber: '29409161234567890',
        gruDate: '2026-01-09',
        gruCents: 18_500,
        dueOn: '2026-02-20',
        remark: LONG_TEXT,
        certificateHash: 'ab'.repeat(32),
        createdOn: '2025-11-03',
        languages: ['TypeScript', 'SQL'],
        applicationFields: ['FN06', 'EC07'],
      },
    },
  });
  await operator.ok(`${path}/files?name=comprovante-de-pagamento-da-gru-do-pedido-de-registro.pdf`, {
    method: 'POST',
    raw: { bytes: Buffer.from('%PDF-1.7'), type: 'application/octet-stream' },
  });
}

/** Writes one message thread longer than its panel, and one with an unread message for each side. */
async function writeMessages(
  client: Client,
  operator: Client,
  ids: Record<ShownState, string>,
): Promise<void> {
  const write = (who: Client, shown: ShownState, text: string) =>
    who.post(`/api/registrations/${ids[shown]}/messages`, { text });
  for (const text of ['Falta o contrato de cessão.', LONG_TEXT, `https://${'exemplo'.repeat(30)}.com`]) {
    await write(operator, 'reviewing', text);
    await write(client, 'reviewing', `${text}\n\nConfere?`);
  }
  await write(operator, 'paid', 'Recebemos o seu registro.');
  await write(client, 'paid', 'Obrigada!');
}

/** Polls for the status, because a payment changes it through an event. */
async function waitForStatus(client: Client, id: string, status: string): Promise<void> {
  for (const end = Date.now() + 20_000; Date.now() < end; await delay(50)) {
    if ((await client.ok<{ status: string }>(`/api/registrations/${id}`)).status === status) return;
  }
  throw new Error(`registration ${id} never became ${status}`);
}

/** Polls for the number, because an event causes the issuance. */
export async function waitForCertificate(client: Client, id: string): Promise<string> {
  for (const end = Date.now() + 20_000; Date.now() < end; await delay(50)) {
    const { number } = await client.ok<{ number: string | null }>(`/api/registrations/${id}/evidence`);
    if (number !== null) return number;
  }
  throw new Error(`registration ${id} never got a certificate`);
}

async function longAccount(base: string): Promise<User> {
  return new Client(base).post<User>('/api/register', {
    email: `${randomBytes(4).toString('hex')}.${LONG_EMAIL}`,
    password: 'Senha-segura-1',
    firstName: 'Maximiliano Bartolomeu Wenceslau',
    lastName: 'Albuquerque Cavalcanti de Vasconcelos Figueiredo',
  });
}

async function deactivated(base: string, admin: Client): Promise<User> {
  const { user } = await signUp(base);
  await admin.patch(`/api/admin/users/${user.id}/deactivate`, {});
  return user;
}

export async function makeScreensWorld(base: string): Promise<ScreensFixture> {
  const [full, fresh, operator, admin, longUser] = await Promise.all([
    signUp(base),
    signUpUnverified(base),
    actor(base, 'operator'),
    actor(base, 'admin'),
    longAccount(base),
  ]);
  const { client } = full;
  const staff = { operator, admin };
  for (let n = 1; n <= BEYOND_ONE_PAGE; n += 1) await create(client, `Rascunho ${n} de outra página`);
  const ids = {} as Record<ShownState, string>;
  for (const shown of Object.keys(TITLES) as ShownState[]) ids[shown] = await prepare(client, shown);
  const toPay = ['returned', ...Object.keys(REACHED)] as ShownState[];
  await payByCard(client, '/api/credit-purchase/payment-intent', { customAmount: FEE * (toPay.length + 2) });
  for (const shown of toPay) await advance(client, staff, ids[shown], shown);
  await writeMessages(client, operator, ids);
  // Pays by card too, so that the payments panel shows both methods.
  const byCard = await create(client, 'Pago com cartão');
  await upload(client, byCard, 'fonte.zip');
  await payByCard(client, `/api/registrations/${byCard}/payment-intent`);
  await waitForStatus(client, byCard, 'paid');
  await admin.post('/api/admin/credits', {
    userId: full.user.id,
    delta: -250,
    reason: 'Ajuste de conferência',
  });
  return {
    base,
    viewers: { newcomer: fresh.client, client, operator, admin },
    ids,
    titles: TITLES,
    client: { ...full.user, password: full.password },
    longUser,
    former: await deactivated(base, admin),
    certificate: await waitForCertificate(client, ids.certified),
  };
}
