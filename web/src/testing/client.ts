import type { Holder } from '@g2/gateway/contract/holders';
import type { ProviderIntent } from '@g2/gateway/contract/provider';
import type { ClientHistoryEntry, Registration } from '@g2/gateway/contract/registrations';
import { onTestFinished } from 'vitest';
import type { Locator } from 'vitest/browser';
import { paymentConfig } from './payments.ts';
import { anEvidence, pageOf, registrationStatsOf } from './records.ts';
import { dialog, press } from './screen.ts';
import { answer, handleOtherRequests } from './server.ts';

/** Base URL of the fake card provider in these tests. */
const PROVIDER = '/api/test-provider';

export const CARD = { good: '4242424242424242', declined: '4000000000000002', secure: '4000002760003184' };

/** Answers the client's dashboard with these registrations, newest first. */
export function answersDashboard(...registrations: readonly Registration[]): void {
  answer('listRegistrations', ({ query: { status, limit } }) => {
    const matching = registrations.filter((registration) => status?.includes(registration.status) ?? true);
    return pageOf(matching.slice(0, limit), limit, matching.length);
  });
  answer('getRegistrationStats', registrationStatsOf({ totalRegistrations: registrations.length }));
}

/** A status change made by staff in a registration's history. */
export const aHistoryEntry = (
  toStatus: ClientHistoryEntry['toStatus'],
  createdAt: string,
  changes: Partial<ClientHistoryEntry> = {},
): ClientHistoryEntry => ({
  id: crypto.randomUUID(),
  registrationId: crypto.randomUUID(),
  fromStatus: null,
  toStatus,
  changedBy: null,
  changedByName: null,
  reason: null,
  createdAt,
  ...changes,
});

interface DetailsAnswers {
  readonly history?: ClientHistoryEntry[];
  readonly holders?: Holder[];
}

export function answersDetails(
  registration: Registration,
  { history = [], holders = [] }: DetailsAnswers = {},
): void {
  answer('getRegistration', registration);
  answer('getRegistrationHistory', pageOf(history, 100));
  answer('listHolders', pageOf(holders, 100));
  answer('getEvidence', anEvidence({ registrationId: registration.id, number: null, status: null }));
}

/** The card provider's answer for a card number. The number is null when the browser only reads the status. */
type ProviderAnswerFor = (number: string | null) => ProviderIntent;

const defaultProviderAnswer: ProviderAnswerFor = (number) => {
  if (number !== CARD.declined) return { status: 'succeeded' };
  return { error: { code: 'card_declined', message: 'Your card was declined.' } };
};

/** Answers the card form's requests to its provider. */
export function serveCards(providerAnswerFor: ProviderAnswerFor = defaultProviderAnswer): void {
  answer('getPaymentConfig', paymentConfig({ apiBase: PROVIDER }));
  answer('getOpenPayment', { intent: null, payer: null });
  answer('syncPayment', { status: 'succeeded' });
  handleOtherRequests(async (request) => {
    if (!new URL(request.url).pathname.startsWith(PROVIDER)) return null;
    const form = request.method === 'POST' ? new URLSearchParams(await request.text()) : null;
    return Response.json(providerAnswerFor(form?.get('payment_method_data[card][number]') ?? null));
  });
}

export async function sendCard(number: string, form: Locator = dialog): Promise<void> {
  await form.getByLabelText('Número do cartão').fill(number);
  await form.getByLabelText('Validade (MM/AA)').fill('1230');
  await form.getByLabelText('CVC').fill('123');
  await press(/^Pagar R\$/, form);
}

/** Collects the names of files that the page downloads from now on, without saving them. */
export function collectDownloads(): string[] {
  const names: string[] = [];
  const controller = new AbortController();
  window.addEventListener(
    'click',
    (event) => {
      if (!(event.target instanceof HTMLAnchorElement) || event.target.download === '') return;
      event.preventDefault();
      names.push(event.target.download);
    },
    { capture: true, signal: controller.signal },
  );
  onTestFinished(() => controller.abort());
  return names;
}
