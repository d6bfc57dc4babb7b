import { DETAILS, zipOf } from '../../../gateway/test/world.ts';
import type { Call, MockUser } from './sides.ts';

const ABSENT_ID = '0192f0c0-0000-7000-8000-000000000000';

const by =
  (who: MockUser) =>
  (method: string, path: string, body?: unknown, save?: Call['save']): Call => ({
    who,
    method,
    path,
    ...(body === undefined ? {} : { body }),
    ...(save === undefined ? {} : { save }),
  });
const visitor = by('visitor');
const client = by('cliente');
const operator = by('operador');
const admin = by('admin');

const creating = (name: string, title: string): Call =>
  client('POST', '/api/registrations', { ...DETAILS, title }, { [name]: 'id' });

/** @param content ZIP content; equal content gives an equal file hash */
const uploading = (name: string, content: string): Call => ({
  ...client('POST', `/api/registrations/{${name}}/upload`),
  bytes: new Uint8Array(zipOf(Buffer.from(content))),
  headers: { 'content-type': 'application/zip', 'x-file-name': 'fonte.zip' },
});

const registrations: Call[] = [
  client('GET', '/api/auth/user'),
  visitor('GET', '/api/registrations'),
  client('GET', '/api/admin/users'),
  client('POST', '/api/registrations', { ...DETAILS, title: '' }),
  creating('reg', 'Sistema de Estoque'),
  creating('other', 'Agenda da Clínica'),
  client('GET', '/api/registrations/{reg}'),
  operator('GET', '/api/registrations/{reg}'),
  client('PATCH', '/api/registrations/{reg}', { title: 'Zelador', notes: null }),
  client('PATCH', '/api/registrations/{reg}', { title: ' ' }),
  operator('PATCH', '/api/registrations/{reg}', { title: 'Outro' }),
  client('GET', '/api/registrations'),
  client('GET', '/api/registrations?search=clinica'),
  client('GET', '/api/registrations?status=paid'),
  client('GET', '/api/registrations?sort=-title&limit=1&page=2'),
  client('GET', '/api/registrations?sort=priority'),
  client('GET', '/api/registrations?sort=cor'),
  client('GET', '/api/registrations?limit=101'),
  client('GET', '/api/registrations/stats'),
  client('GET', '/api/registrations/{reg}/history'),
  operator('GET', '/api/registrations/{reg}/history'),
  client('GET', '/api/registrations/{reg}/versions'),
  client('GET', '/api/registrations/{reg}/corrections'),
  client('POST', '/api/registrations/{reg}/resubmit'),
  client('GET', `/api/registrations/${ABSENT_ID}`),
  client('GET', '/api/registrations/x'),
  client('DELETE', '/api/registrations/{other}'),
  client('DELETE', '/api/registrations/{other}'),
];

const holder = { holderName: 'Maria', holderTaxId: '529.982.247-25', ownershipPercentage: 60 };
const holders: Call[] = [
  creating('held', 'Com titulares'),
  client('POST', '/api/registrations/{held}/holders', holder, { holder: 'id' }),
  client('POST', '/api/registrations/{held}/holders', { ...holder, ownershipPercentage: 41 }),
  client('POST', '/api/registrations/{held}/holders', { ...holder, holderName: '' }),
  client('PATCH', '/api/registrations/{held}/holders/{holder}', { ownershipPercentage: 101 }),
  client('PATCH', '/api/registrations/{held}/holders/{holder}', { ownershipPercentage: 40 }),
  client('GET', '/api/registrations/{held}/holders'),
  operator('GET', '/api/operator/registrations/{held}/holders'),
  operator('POST', '/api/registrations/{held}/holders', holder),
  client('DELETE', '/api/registrations/{held}/holders/{holder}'),
  client('DELETE', '/api/registrations/{held}/holders/{holder}'),
];

const files: Call[] = [
  creating('filed', 'Com arquivo'),
  client('GET', '/api/registrations/{filed}/upload'),
  { ...uploading('filed', 'a'), bytes: new TextEncoder().encode('isto não é um ZIP') },
  { ...uploading('filed', 'a'), headers: { 'content-type': 'application/zip', 'x-file-name': 'a.rar' } },
  uploading('filed', 'files'),
  creating('twice', 'Com o mesmo arquivo'),
  uploading('twice', 'files'),
  client('GET', '/api/registrations/{filed}'),
  client('GET', '/api/registrations/{filed}/certificate'),
  client('GET', '/api/registrations/{filed}/receipt'),
  operator('GET', '/api/registrations/{filed}/receipt'),
  client('GET', '/api/registrations/{filed}/evidence'),
];

/** Card confirmation as the browser form posts it; `{apiBase}` is the provider's URL. */
const confirm = (intent: string): Call => ({
  ...client('POST', `{apiBase}/v1/payment_intents/{${intent}}/confirm`),
  text: [
    `client_secret={${intent}Secret}`,
    'payment_method_data[type]=card',
    'payment_method_data[card][number]=4242424242424242',
    'payment_method_data[card][exp_month]=12',
    'payment_method_data[card][exp_year]=2030',
    'payment_method_data[card][cvc]=123',
  ].join('&'),
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
});
const money = {
  before: [
    creating('bare', 'Sem arquivo'),
    client('POST', '/api/registrations/{bare}/payment-intent', {}),
    client('POST', '/api/registrations/{bare}/credit-payment'),
    creating('paid', 'A pagar'),
    uploading('paid', 'money'),
    client('POST', '/api/registrations/{paid}/credit-payment'),
    client(
      'POST',
      '/api/registrations/{paid}/payment-intent',
      {},
      {
        intent: 'paymentIntentId',
        intentSecret: 'clientSecret',
      },
    ),
    client('POST', '/api/registrations/{paid}/payment-intent', {}),
    client('GET', '/api/registrations/{paid}/payment'),
    client('GET', '/api/open-vouchers'),
    client('POST', '/api/payments/{intent}/sync'),
    client('POST', '/api/payments/pi_unknown/sync'),
    client('GET', '/api/credit-packages'),
    client('POST', '/api/credit-purchase/payment-intent', { customAmount: 1 }),
    client(
      'POST',
      '/api/credit-purchase/payment-intent',
      { packageId: 'registration' },
      {
        purchase: 'paymentIntentId',
        purchaseSecret: 'clientSecret',
      },
    ),
    client('GET', '/api/credit-purchases'),
  ],
  after: [
    client('POST', '/api/payments/{intent}/sync'),
    client('POST', '/api/payments/{purchase}/sync'),
    client('GET', '/api/registrations/{paid}'),
    client('GET', '/api/registrations/{paid}/history'),
    client('POST', '/api/registrations/{paid}/payment-intent', {}),
    client('DELETE', '/api/registrations/{paid}'),
    client('PATCH', '/api/registrations/{paid}', { title: 'Tarde demais' }),
    creating('credited', 'Pago com créditos'),
    uploading('credited', 'credited'),
    client('POST', '/api/registrations/{credited}/credit-payment'),
    client('POST', '/api/registrations/{credited}/credit-payment'),
    client('GET', '/api/credits'),
    client('GET', '/api/credit-purchases'),
    admin('GET', '/api/admin/payments?kind=registration'),
  ],
};

const act = (body: object): Call => operator('PATCH', '/api/registrations/{paid}/operator-action', body);
const setStatus = (body: object): Call => admin('PATCH', '/api/admin/registrations/{paid}/status', body);
const staff: Call[] = [
  operator('GET', '/api/auth/user', undefined, { me: 'id' }),
  operator('GET', '/api/operator/registrations?status=paid&sort=createdAt'),
  operator('GET', '/api/operator/registrations?search=a%20pagar'),
  operator('GET', '/api/operator/registrations?view=late'),
  operator('GET', '/api/operator/registrations?operator=none&sort=createdAt'),
  operator('GET', '/api/operator/registrations/stats'),
  operator('GET', '/api/operator/registrations/{paid}'),
  admin('GET', '/api/operator/registrations/{paid}'),
  act({ action: 'approve', expectedStatus: 'submitted' }),
  act({ action: 'request_corrections' }),
  act({ action: 'add_notes', notes: ' ' }),
  act({ action: 'add_notes', notes: 'Conferido' }),
  admin('POST', '/api/admin/registrations/{paid}/assign-operator', { operatorId: '{me}' }),
  admin('POST', '/api/admin/registrations/{paid}/assign-operator', { operatorId: '{me}' }),
  admin('DELETE', '/api/admin/registrations/{paid}/assign-operator'),
  admin('DELETE', '/api/admin/registrations/{paid}/assign-operator'),
  act({ action: 'approve', expectedStatus: 'paid', notes: 'Tudo certo' }),
  admin('POST', '/api/registrations/{paid}/take', {}),
  operator('GET', '/api/operator/registrations?assigned=true'),
  admin('GET', '/api/admin/operators'),
  setStatus({ status: 'completed' }),
  setStatus({ status: 'reviewing' }),
  setStatus({ status: 'paid', expectedStatus: 'paid' }),
  act({ action: 'request_corrections', expectedStatus: 'reviewing', reason: 'Falta o resumo' }),
  client('GET', '/api/registrations/{paid}'),
  operator('GET', '/api/operator/registrations/{paid}/history'),
  client('POST', '/api/registrations/{paid}/resubmit'),
  operator('GET', '/api/operator/registrations?view=resubmitted'),
  operator('POST', '/api/operator/next', { jurisdiction: 'global' }),
  operator('GET', '/api/operator/operators'),
];

const created = { email: 'nova@example.com', password: 'Senha-Boa-1', firstName: 'Nova', lastName: 'Pessoa' };
const users: Call[] = [
  visitor('POST', '/api/register', { ...created, firstName: 'N' }),
  visitor('POST', '/api/register', created, { new: 'id' }),
  visitor('POST', '/api/register', { ...created, email: 'NOVA@example.com' }),
  visitor('POST', '/api/login', { email: created.email, password: 'errada' }),
  admin('GET', '/api/auth/user', undefined, { boss: 'id' }),
  admin('GET', '/api/admin/users?role=client&sort=name'),
  admin('GET', '/api/admin/users?search=otavio'),
  admin('GET', '/api/admin/users?active=false'),
  admin('GET', '/api/admin/users/{new}'),
  admin('GET', `/api/admin/users/${ABSENT_ID}`),
  admin('PATCH', '/api/admin/users/{new}', { lastName: 'Gente' }),
  admin('PATCH', '/api/admin/users/{new}/role', { role: 'operator' }),
  admin('PATCH', '/api/admin/users/{new}/role', { role: 'rei' }),
  admin('PATCH', '/api/admin/users/{boss}/role', { role: 'client' }),
  admin('PATCH', '/api/admin/users/{boss}/deactivate'),
  admin('PATCH', '/api/admin/users/{new}/deactivate'),
  visitor('POST', '/api/login', { email: created.email, password: created.password }),
  admin('PATCH', '/api/admin/users/{new}/reactivate'),
  admin('POST', '/api/admin/users/{new}/reset-password', { newPassword: 'curta' }),
  admin('POST', '/api/admin/users/{new}/credits', { delta: 500, reason: 'Cortesia' }),
  admin('POST', '/api/admin/users/{new}/credits', { delta: -501, reason: 'Demais' }),
  admin('POST', '/api/admin/credits', { userId: '{new}', delta: 0, reason: 'Nada' }),
  admin('GET', '/api/admin/credits/{new}'),
  admin('DELETE', '/api/admin/users/{new}'),
  admin('POST', '/api/admin/credits', { userId: '{new}', delta: -500, reason: 'Volta' }),
  admin('DELETE', '/api/admin/users/{new}'),
  admin('DELETE', '/api/admin/users/{new}'),
  admin('DELETE', '/api/admin/users/{boss}'),
  admin('GET', '/api/admin/enhanced-stats'),
];

const contactPath = '/api/operator/contacts/{contact}';
const staffDesk: Call[] = [
  visitor('POST', '/api/contact', { subject: 'Dúvida', message: 'Como registro um programa?' }),
  client('POST', '/api/contact', { subject: 'Dúvida', message: 'curta' }),
  client(
    'POST',
    '/api/contact',
    { subject: 'Dúvida', message: 'Como registro um programa?' },
    {
      contact: 'number',
    },
  ),
  client('GET', '/api/contacts'),
  operator('GET', '/api/operator/contacts'),
  operator('GET', contactPath),
  operator('POST', `${contactPath}/assignee`, { version: 1, take: true }),
  operator('POST', `${contactPath}/answers`, { version: 1, text: 'Veja a ajuda.' }),
  operator('POST', `${contactPath}/answers`, { version: 2, text: 'Veja a ajuda.' }),
  client('GET', '/api/contacts?unread=true'),
  operator('POST', `${contactPath}/close`, { version: 3 }),
  operator('POST', `${contactPath}/reopen`, { version: 4 }),
  operator('GET', '/api/operator/contacts/AT-2020-000001'),
  creating('talked', 'Com mensagens'),
  client('POST', '/api/registrations/{talked}/messages', { text: ' ' }),
  client('POST', '/api/registrations/{talked}/messages', { text: 'Quando começa?' }),
  operator('POST', '/api/registrations/{talked}/messages', { text: 'Amanhã.' }),
  client('GET', '/api/registrations/{talked}/messages'),
  operator('GET', '/api/registrations/{talked}/messages'),
  client('POST', '/api/registrations/{talked}/messages/read', { received: 1 }),
  client('GET', '/api/registrations/{talked}'),
  operator('POST', '/api/operator/views', { name: 'Pagos', query: 'status=paid' }, { view: 'id' }),
  operator('POST', '/api/operator/views', { name: 'pagos', query: '' }),
  operator('PATCH', '/api/operator/views/{view}', { name: 'Só pagos' }),
  operator('GET', '/api/operator/views'),
  operator('DELETE', '/api/operator/views/{view}'),
  operator('DELETE', '/api/operator/views/{view}'),
  operator('GET', '/api/operator/registrations/{talked}/government'),
];

export const CALLS = { registrations, holders, files, staff, users, desk: staffDesk };
export const MONEY = { ...money, confirm };
