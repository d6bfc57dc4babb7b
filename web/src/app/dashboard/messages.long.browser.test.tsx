import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { tell } from '../../testing/events.ts';
import {
  aMessage,
  anEvidence,
  aPayableRegistration,
  aUser,
  pageOf,
  registrationStatsOf,
} from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import {
  article,
  descriptionOf,
  dialog,
  hasNoHorizontalScroll,
  keys,
  press,
  setViewport,
} from '../../testing/screen.ts';
import { answer, callsOf, failWithNetworkError, hold, refuse, throwRefusal } from '../../testing/server.ts';

const ana = aUser();
const paid = aPayableRegistration({ canPay: false, canEdit: false, status: 'paid', unreadMessages: 1 });
const log = dialog.getByRole('log', { name: 'Mensagens trocadas' });
const field = dialog.getByRole('textbox', { name: 'Mensagem à equipe' });
const unreadThread = {
  items: [aMessage({ text: 'Pode enviar\no contrato?' })],
  total: 1,
  older: null,
  received: 1,
  receivedRead: 0,
};

beforeEach(() => {
  answer('listRegistrations', ({ query: { status } }) => pageOf(status ? [] : [paid]));
  answer('getRegistrationStats', registrationStatsOf());
  answer('getRegistration', paid);
  answer('listHolders', pageOf([], 100));
  answer('getRegistrationHistory', pageOf([], 100));
  answer('getEvidence', anEvidence({ registrationId: paid.id, number: null, status: null }));
  answer('listMessages', unreadThread);
  answer('readMessages');
});

const openDetails = async () => {
  open('/dashboard', ana);
  await press('Ver Detalhes', article(paid.title));
};

describe('the client’s messages with the staff', () => {
  it('[messages-client] a new message is marked, and is read once it is visible', async () => {
    open('/dashboard', ana);
    await expect.element(article(paid.title).getByText('1 mensagem nova')).toBeVisible();
    expect(callsOf('readMessages')).toEqual([]);
    await press('Ver Detalhes', article(paid.title));
    await field.click();
    await expect.element(log.getByText('Equipe G2')).toBeVisible();
    const text = log.getByText(/^Pode enviar/);
    expect(getComputedStyle(text.element()).whiteSpace).toBe('pre-wrap');
    await expect.element(log.getByText(/^há .+ · 02\/03\/2026 09:00$/)).toBeVisible();
    await expect
      .poll(() => callsOf('readMessages').map(({ params, body }) => [params.id, body.received]))
      .toEqual([[paid.id, 1]]);
    await expect.element(page.getByText('1 mensagem nova')).not.toBeInTheDocument();
  });

  it('[messages-link] a link in a mail focuses the message field', async () => {
    open(`/dashboard?registro=${paid.id}&documento=mensagens`, ana);
    await expect.element(field).toHaveFocus();
  });

  it('[messages-send] Ctrl+Enter sends a message once, and marks it as the client’s own', async () => {
    answer('writeMessage', ({ body }) =>
      aMessage({ number: 2, side: 'client', mine: true, text: body.text }),
    );
    await openDetails();
    await field.fill('  Sim, envio hoje. ');
    expect(descriptionOf(field)).toBe('16 de 2.000 caracteres. Ctrl+Enter envia.');
    const releaseCall = hold('writeMessage');
    await keys('{Control>}{Enter}{/Control}');
    await keys('{Control>}{Enter}{/Control}');
    await expect.element(field).toHaveAttribute('readonly');
    releaseCall();
    await expect.element(log.getByText('Sim, envio hoje.')).toBeVisible();
    const ownMessage = log.getByRole('listitem').filter({ hasText: 'Sim, envio hoje.' });
    await expect.element(ownMessage.getByText('Você')).toBeVisible();
    await expect.element(field).toHaveValue('');
    await expect.element(field).toHaveFocus();
    await expect
      .poll(() => callsOf('writeMessage').map(({ body }) => body.text))
      .toEqual(['Sim, envio hoje.']);
  });

  it('[messages-failure] a failed send keeps the text, and a retry reuses the idempotency key', async () => {
    failWithNetworkError('writeMessage');
    await openDetails();
    await field.fill('Não se perca');
    await press('Enviar mensagem', dialog);
    await expect.element(dialog.getByText(/^Sem conexão/)).toBeVisible();
    await expect.element(field).toHaveValue('Não se perca');
    await openDetails();
    await expect.element(field).toHaveValue('Não se perca');
    answer('writeMessage', ({ body }) =>
      aMessage({ number: 2, side: 'client', mine: true, text: body.text }),
    );
    await press('Enviar mensagem', dialog);
    await expect.element(log.getByText('Não se perca')).toBeVisible();
    const sent = callsOf('writeMessage').map(({ headers }) => headers.get('idempotency-key'));
    expect([sent.length, new Set(sent).size]).toEqual([2, 1]);
    await openDetails();
    await expect.element(field).toHaveValue('');
  });

  it('[messages-limits] reports a missing or too long message, and a refusal by the server', async () => {
    await openDetails();
    await press('Enviar mensagem', dialog);
    await expect.element(dialog.getByText('Escreva a mensagem')).toBeVisible();
    await field.fill('x'.repeat(2_003));
    await expect.element(dialog.getByText('Reduza a mensagem em 3 caracteres.')).toBeVisible();
    await press('Enviar mensagem', dialog);
    expect(callsOf('writeMessage')).toEqual([]);
    answer('writeMessage', () =>
      throwRefusal('too-many-requests', { message: 'Você já enviou 30 mensagens', retryAfter: 60 }),
    );
    await field.fill('Mais uma');
    await press('Enviar mensagem', dialog);
    await expect.element(dialog.getByText('Você já enviou 30 mensagens')).toBeVisible();
    await expect.element(field).toHaveValue('Mais uma');
  });

  it('[messages-states] says that messages are loading, that there are none, or that loading failed', async () => {
    const releaseCall = hold('listMessages');
    await openDetails();
    await expect.element(dialog.getByRole('status', { name: 'Carregando mensagens' })).toBeVisible();
    refuse('listMessages', 'unavailable');
    releaseCall();
    const failed = dialog.getByRole('alert').filter({ hasText: 'Não foi possível carregar as mensagens.' });
    await expect.element(failed).toBeVisible();
    answer('listMessages', { items: [], total: 0, older: null, received: 0, receivedRead: 0 });
    await press('Tentar novamente', failed);
    await expect.element(log.getByText(/^Nenhuma mensagem ainda\. Escreva à equipe/)).toBeVisible();
  });

  it('[messages-live] shows an incoming message at once, and earlier messages on request', async () => {
    const messages = Array.from({ length: 60 }, (_, index) =>
      aMessage({ number: index + 1, text: `m${index + 1}` }),
    );
    const counts = { total: 60, received: 60, receivedRead: 60 };
    answer('listMessages', ({ query: { before } }) =>
      before === undefined
        ? { ...counts, items: messages.slice(10), older: 11 }
        : { ...counts, items: messages.slice(0, before - 1), older: null },
    );
    await openDetails();
    await field.click();
    await expect.element(log.getByText('m60', { exact: true })).toBeInViewport();
    expect(log.getByText('m10', { exact: true }).elements()).toEqual([]);
    await press('Mostrar mensagens anteriores', log);
    await expect.element(log.getByText('m1', { exact: true })).toBeInTheDocument();
    expect(log.getByRole('button').elements()).toEqual([]);
    await expect.element(log.getByText('m11', { exact: true })).toBeInViewport();
    // A log that is scrolled to its end follows new messages.
    log.element().scrollTop = log.element().scrollHeight;
    await expect.element(log.getByText('m60', { exact: true })).toBeInViewport();
    answer('listMessages', ({ query: { before } }) =>
      before === undefined
        ? {
            total: 61,
            received: 61,
            receivedRead: 60,
            items: [...messages.slice(11), aMessage({ number: 61, text: 'a mais nova' })],
            older: 12,
          }
        : { total: 61, received: 61, receivedRead: 60, items: messages.slice(0, before - 1), older: null },
    );
    tell('messages', { id: paid.id });
    await expect.element(log.getByText('a mais nova')).toBeInViewport();
    await expect.poll(() => callsOf('readMessages').at(-1)?.body.received).toBe(61);
  });

  it('[messages-narrow] messages with long words fit the width of a phone', async () => {
    answer('listMessages', {
      ...unreadThread,
      items: [
        aMessage({ text: 'http://'.padEnd(300, 'x') }),
        aMessage({ number: 2, mine: true, text: 'ok' }),
      ],
    });
    await setViewport(360);
    await openDetails();
    await expect.element(log).toBeInTheDocument();
    await expect.poll(() => hasNoHorizontalScroll()).toBe(true);
    expect(log.element().scrollWidth).toBeLessThanOrEqual(log.element().clientWidth);
  });
});
