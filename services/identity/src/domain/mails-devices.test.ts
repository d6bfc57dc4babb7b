import { expect, it } from 'vitest';
import { newDevice } from './mails-devices.ts';

const agent =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';
const at = new Date('2026-12-03T15:04:00Z');

it('tells with what, from where and when, and what to do', () => {
  const { subject, body } = newDevice('Ana', { address: '203.0.113.9', agent, at }, 'https://g2.example');
  expect(subject).toBe('Novo acesso à sua conta');
  expect(body).toContain(
    'Dispositivo: Chrome no Windows\nEndereço: 203.0.113.9\nData: 03/12/2026 12:04 (horário de Brasília)',
  );
  for (const link of ['/auth/nao-fui-eu', '/auth/esqueci', '/profile/sessoes']) {
    expect(body).toMatch(new RegExp(`^[^:]+: https://g2\\.example${link}$`, 'm'));
  }
});

it('has a line for whoever says nothing of itself', () => {
  const { body } = newDevice('Ana', { address: '', agent: '', at }, 'https://g2.example');
  expect(body).toContain('Dispositivo: Dispositivo desconhecido\nEndereço: desconhecido\n');
});
