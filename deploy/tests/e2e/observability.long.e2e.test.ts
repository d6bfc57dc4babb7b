import { randomBytes } from 'node:crypto';
import { eventually } from '@g2/kit/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { confirmCard, type User } from './support/client.ts';
import {
  details,
  detailsStep,
  FEE,
  holdersStep,
  type JourneyState,
  staffSteps,
  startJourney,
  uploadStep,
} from './support/journey.ts';
import { missingMetrics, readExpressions, recordedSamples, scrapeAll } from './support/monitoring.ts';
import type { Sample } from './support/promql.ts';
import { type Stack, startStack } from './support/stack.ts';
import {
  type ReceivedSpan,
  spanPath,
  startTraceCollector,
  type TraceCollector,
} from './support/trace-collector.ts';

const PASSWORD = 'Senha-muito-secreta-7';
const newTrace = () => {
  const id = randomBytes(16).toString('hex');
  return { id, headers: { traceparent: `00-${id}-${randomBytes(8).toString('hex')}-01` } };
};
const [uploading, paying, issuing] = [newTrace(), newTrace(), newTrace()];

let collector: TraceCollector;
let stack: Stack;
let journey: JourneyState;
let user: User;
let clientSecret = '';

/** Certifies a registration paid by card. Upload, payment and issuance send trace ids of this test. */
beforeAll(async () => {
  collector = await startTraceCollector();
  stack = await startStack({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url } });
  // Without webhooks only the sync request of the browser marks the registration paid, so one trace has the
  // whole chain.
  await fetch(`${stack.facts().stripeSimulatorUrl}/_sim/webhooks`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ mode: 'drop' }),
  });
  journey = await startJourney(stack.url);
  const { client } = journey;
  const email = `ana-${randomBytes(6).toString('hex')}@example.com`;
  user = await client.post<User>('/api/register', {
    email,
    password: PASSWORD,
    firstName: 'Ana',
    lastName: 'Conceição',
  });
  for (const step of [detailsStep(), uploadStep, holdersStep()]) await step.run(journey);
  const { zip, id } = journey;
  await client.ok(`/api/registrations/${id}/upload`, {
    method: 'POST',
    raw: { bytes: zip.bytes, type: 'application/zip' },
    headers: { 'x-file-name': 'fonte.zip', ...uploading.headers },
  });
  const intent = await client.post<{ clientSecret: string; paymentIntentId: string }>(
    `/api/registrations/${id}/payment-intent`,
  );
  ({ clientSecret } = intent);
  await confirmCard(client, intent);
  await client.post(`/api/payments/${intent.paymentIntentId}/sync`, {}, paying.headers);
  await eventually('the registration is paid', async () => {
    const { status } = await client.ok<{ status: string }>(`/api/registrations/${id}`);
    return status === 'paid';
  });
  for (const step of staffSteps.slice(0, -1)) await step.run(journey);
  await journey.staff.admin.ok(`/api/admin/registrations/${id}/status`, {
    method: 'PATCH',
    body: { status: 'certificate_issued', expectedStatus: 'completed' },
    headers: issuing.headers,
  });
});

afterAll(async () => {
  await stack?.stop();
  collector?.close();
});

const spansOf = (trace: string): ReceivedSpan[] =>
  collector.spans().filter(({ traceId }) => traceId === trace);

/** Waits until the span and its ancestors up to the gateway have arrived. @returns names from span to root */
const arrived = (trace: string, service: string, name: string | RegExp): Promise<string[]> =>
  eventually(
    `${service}: ${String(name)} arrives`,
    async () => {
      const spans = spansOf(trace);
      const isIt = (one: ReceivedSpan) =>
        typeof name === 'string' ? one.name === name : name.test(one.name);
      const ways = spans
        .filter((one) => one.service === service && isIt(one))
        .map((one) => spanPath(spans, one));
      return ways.find((way) => way.at(-1)?.startsWith('gateway: '));
    },
    60_000,
  );

const SYNC = ['gateway: g2.payment.Payments/SyncIntent', 'gateway: POST /api/payments/:paymentIntentId/sync'];
const FULFILLING = ['payment-credit: g2.payment.Payments/SyncIntent', ...SYNC];
const TAKING = [
  'registration: g2.registration.Registrations/TakePayment',
  'payment-credit: g2.registration.Registrations/TakePayment',
  ...FULFILLING,
];
const PAID = ['registration: publish registration.status_changed', ...TAKING];

/** Checks the payment's trace through gateway, card provider, NATS and consumers. */
async function paymentIsTraced(): Promise<void> {
  expect(await arrived(paying.id, 'certificate', 'consume registration.status_changed')).toEqual([
    'certificate: consume registration.status_changed',
    ...PAID,
  ]);
  expect(await arrived(paying.id, 'identity', 'consume registration.status_changed')).toEqual([
    'identity: consume registration.status_changed',
    ...PAID,
  ]);
  const stripe = await arrived(paying.id, 'payment-credit', 'stripe retrieve intent');
  expect(stripe.slice(1)).toEqual(FULFILLING);
  const statement = await arrived(paying.id, 'registration', /^UPDATE registrations$/);
  expect(statement.slice(1)).toEqual(TAKING);
  const root = spansOf(paying.id).find(({ name }) => name === 'POST /api/payments/:paymentIntentId/sync');
  // The root's parent is the browser's span, which no program reports.
  expect(paying.headers.traceparent).toContain(root?.parentSpanId ?? 'none');
}

async function fileAndCertificateAreTraced(): Promise<void> {
  const put = await arrived(uploading.id, 'storage-hashing', 'objects put');
  expect(put).toEqual([
    'storage-hashing: objects put',
    'storage-hashing: PUT /uploads',
    'gateway: PUT /uploads',
    'gateway: POST /api/registrations/:id/upload',
  ]);
  const response = await arrived(
    issuing.id,
    'registration',
    'g2.registration.Registrations/GetCertificateFacts',
  );
  expect(response.slice(1, 4)).toEqual([
    'certificate: g2.registration.Registrations/GetCertificateFacts',
    'certificate: consume registration.status_changed',
    'registration: publish registration.status_changed',
  ]);
  const statement = await arrived(issuing.id, 'certificate', 'SELECT certificates');
  expect(statement[1]).toBe('certificate: consume registration.status_changed');
  const mailed = await arrived(issuing.id, 'identity', 'consume certificate.issued');
  expect(mailed.slice(1, 3)).toEqual([
    'certificate: publish certificate.issued',
    'certificate: consume registration.status_changed',
  ]);
}

/** Checks that the exported spans contain no personal data, secret or SQL parameter. */
function checkTracesHaveNoPersonalData(): void {
  const sent = collector.raw();
  const { client, zip, id } = journey;
  const secrets = [
    user.email,
    PASSWORD,
    client.cookie.split('=')[1] ?? '',
    clientSecret,
    id,
    user.id,
    zip.sha256,
  ];
  const people = [details.applicantEmail, details.applicantTaxId, '11144477735', details.title, 'Conceição'];
  for (const secret of [...secrets, ...people]) {
    expect(secret.length).toBeGreaterThan(5);
    expect(sent).not.toContain(secret);
  }
  expect(sent).not.toMatch(/[\w.+-]+@[\w-]+\.\w+|\b(sk|pk)_sim_|whsec_|eyJ[\w-]{10}/);
  expect(sent).toContain('"UPDATE registrations"');
}

/** This test needs its own stack, which exports spans to the test: one trace passes through every program. */
it('traces a paid registration, its file and its certificate through every program, without personal data', async () => {
  await paymentIsTraced();
  await fileAndCertificateAreTraced();
  checkTracesHaveNoPersonalData();
});

it('exposes every metric and label that alerts and dashboards name', async () => {
  const { metricsUrls } = stack.facts();
  const samples = await eventually(
    'figures of the database are read again',
    async () => {
      const now = await scrapeAll(metricsUrls);
      // Poll, because programs update these figures on independent timers.
      const read =
        figure(now, 'g2_money_cents', 'card_payment') === FEE &&
        figure(now, 'g2_registrations', 'certificate_issued') === 1;
      return read ? now : undefined;
    },
    60_000,
  );
  const expressions = readExpressions();
  expect(expressions.length).toBeGreaterThan(60);
  const known = [...samples, ...recordedSamples()];
  expect(expressions.flatMap((one) => missingMetrics(one, known))).toEqual([]);
  const wrong = (text: string) => missingMetrics({ where: 'x', text, shown: ['job'] }, samples);
  expect(wrong('sum by (job) (g2_made_up_total)')).toEqual(['x: no program exposes g2_made_up_total']);
  expect(wrong('max by (job) (g2_registrations{status="lost"})')).toEqual([
    'x: g2_registrations has no status="lost"',
  ]);
  expect(wrong('sum by (colour) (g2_logins_total)')).toEqual([
    'x: no label colour here',
    'x: no label job here',
  ]);

  expect(figure(samples, 'g2_certificates_issued_total')).toBe(1);
  expect(figure(samples, 'g2_upload_bytes_total')).toBe(2 * journey.zip.bytes.length);
  expect(figure(samples, 'g2_logins_total', 'ok')).toBe(2);
  const addresses = samples
    .map(({ labels }) => labels.route ?? '')
    .filter((route) => route.includes(journey.id));
  expect(addresses).toEqual([]);
});

const figure = (samples: readonly Sample[], metric: string, label?: string): number | undefined =>
  samples.find(
    ({ name, labels }) => name === metric && (label === undefined || Object.values(labels).includes(label)),
  )?.value;
