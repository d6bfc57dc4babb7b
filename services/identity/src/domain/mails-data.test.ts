import { expect, it } from 'vitest';
import { accountDeleted } from './mails-data.ts';

it('says that the account is gone, what stays, and where to complain', () => {
  const { subject, body } = accountDeleted('Ana', 'https://g2.example');
  expect(subject).toBe('Sua conta foi excluída');
  expect(body).toMatch(/^Olá, Ana!\n\n/);
  for (const part of ['registros pagos', 'https://g2.example/privacidade', 'https://g2.example/help']) {
    expect(body).toContain(part);
  }
});
