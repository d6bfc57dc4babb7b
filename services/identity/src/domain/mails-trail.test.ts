import { describe, expect, it } from 'vitest';
import { htmlOf } from './mail-html.ts';
import { becameAdmin, newAdmin } from './mails-trail.ts';

const url = 'https://g2.example';

describe('the mails about a new admin', () => {
  it('name the account to the others, and lead to it and to the trail', () => {
    const mail = newAdmin('Ada', { id: 'u1', firstName: 'Ana', lastName: 'Souza' }, url);
    expect(mail.subject).toBe('Novo administrador: Ana Souza');
    expect(mail.body).toContain('Ana Souza passou a ter acesso de administrador.');
    expect(mail.body).toContain('Ver o usuário: https://g2.example/admin/users/u1');
    expect(mail.body).toContain('Ver a trilha: https://g2.example/admin/trilha?subject=u1');
    expect(htmlOf(mail, url)).toContain('href="https://g2.example/admin/users/u1"');
  });

  it('say nothing of what a name pretends', () => {
    const { subject, body } = newAdmin(
      'Ada',
      { id: 'u1', firstName: 'veja', lastName: 'www.evil.example/x' },
      url,
    );
    expect(`${subject}${body}`).not.toContain('evil');
  });

  it('tell the account itself what it means', () => {
    const mail = becameAdmin('Ana', url);
    expect(mail.subject).toBe('Você agora é administrador');
    expect(mail.body).toMatch(/^Olá, Ana!/);
    expect(mail.body).toContain('https://g2.example/help');
  });
});
