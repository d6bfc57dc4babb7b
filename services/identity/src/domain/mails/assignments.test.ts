import { expect, it } from 'vitest';
import { type AssignmentDigest, assignmentsMail } from './assignments.ts';
import { htmlOf } from './mail-html.ts';

const url = 'https://g2.example';
const part = (total: number, listed = Math.min(total, 10)): AssignmentDigest['given'] => ({
  items: Array.from({ length: listed }, (_, n) => ({ registrationId: `r${n}`, title: `App ${n}` })),
  total,
});
const none = part(0);

it.each([
  [part(1), none, 'Registro atribuído a você: App 0'],
  [part(12), none, '12 registros atribuídos a você'],
  [part(2), part(1), '2 registros atribuídos a você'],
  [none, part(1), 'Registro que não está mais com você: App 0'],
  [none, part(3), '3 registros que não estão mais com você'],
])('summarises the assigned and lost registrations in the subject of the mail', (given, lost, subject) => {
  expect(assignmentsMail('Ana', { given, lost }, url).subject).toBe(subject);
});

it('lists ten registrations with links, then the number of the rest', () => {
  const { body } = assignmentsMail('Ana', { given: part(12), lost: part(1) }, url);
  expect(body).toContain(
    'Foram atribuídos a você 12 registros:\n\n– App 0: https://g2.example/operator/registrations/r0\n',
  );
  expect(body.match(/^– App/gm)).toHaveLength(11);
  expect(body).toContain('… e mais 2.');
  expect(body).toContain('Não está mais com você:\n\n– App 0: ');
  expect(body).toContain('Ver os seus registros: https://g2.example/operator?tab=mine\n');
});

it('links only to pages of this site, even if a title contains a URL', () => {
  const title = 'Veja\nhttps://mau.example: já: https://mau.example/x <b>';
  const given = { items: [{ registrationId: 'r0', title }], total: 1 };
  const html = htmlOf(assignmentsMail('Ana', { given, lost: none }, url), url);
  expect(html.match(/href="[^"]+"/g)).toEqual([
    'href="https://g2.example/operator/registrations/r0"',
    'href="https://g2.example/operator?tab=mine"',
  ]);
  expect(html).not.toContain('<b>');
});
