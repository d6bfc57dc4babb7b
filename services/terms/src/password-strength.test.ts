import { describe, expect, it } from 'vitest';
import { MIN_PASSWORD_SCORE, passwordScore } from './password-strength.ts';

const ANA = { email: 'ana.moreira@estudio-azul.com.br', firstName: 'Ana Júlia', lastName: 'Moreira' };
const scoreOf = (password: string) => passwordScore(password, ANA);

describe('a password is refused', () => {
  it.each([
    [
      'one of the commonest passwords',
      ['12345678', 'password', 'qwertyui', 'aaaaaaaa', 'abcdefgh', '01/02/1990', 'asdfghjk'],
    ],
    [
      'one of the commonest passwords in Brazil',
      ['senha123', 'mudar123', 'Mudar@123', 'Senha@123', 'brasil2026', 'Brasil@2026'],
    ],
    [
      'a football club',
      ['flamengo', 'Flamengo1', 'corinthians10', 'palmeiras2026', 'cruzeiro123', 'Flamengo@2026'],
    ],
    ['a devotional phrase', ['deusefiel', 'Jesus123', 'jesuscristo', 'euteamo1']],
    ['the name of the product', ['g2registry', 'G2Registry1', 'registro123', 'g2software']],
    ['a common word with letters replaced by digits', ['p4ssw0rd', 'S3nh4123', 'fl4m3ng0', 'br4s1l2026']],
    ['the e-mail address of the user', ['ana.moreira', 'ana.moreira@estudio-azul.com.br', 'anamoreira1']],
    ['the name of the user', ['Ana Júlia', 'anajulia', 'AnaJúliaMoreira', 'Moreira2026', 'moreiraana']],
    ['a common word with accents', ['corações1', 'Júlia1990', 'família1']],
    ['one simple pattern repeated', ['a'.repeat(200), '12345678'.repeat(20)]],
  ])('when it is or contains %s', (_what, passwords) => {
    const accepted = passwords.filter((password) => scoreOf(password) >= MIN_PASSWORD_SCORE);
    expect(accepted).toEqual([]);
  });
});

describe('a password is accepted', () => {
  it.each([
    'Senha-Segura-1',
    'tijolo-azul-42',
    'cavalo correto bateria grampo',
    'kJ8#mQ2$vN5&xR7*',
    'xkqvjzwp',
    'chuva de março no telhado',
    '日本語のパスワードです',
    `${'a'.repeat(40)}kJ8#mQ2$vN5&xR7*kJ8#mQ2$vN5&xR7*`,
  ])('%s', (password) => {
    expect(scoreOf(password)).toBeGreaterThanOrEqual(MIN_PASSWORD_SCORE);
  });
});

it('scores any password in bounded time', () => {
  scoreOf('the words are ranked at the first call');
  const costOf = (password: string): number => {
    const times = Array.from({ length: 5 }, () => {
      const startedAt = performance.now();
      scoreOf(password);
      return performance.now() - startedAt;
    });
    return Math.min(...times);
  };
  const usual = costOf('Senha-Segura-1');
  const mirror = Array.from({ length: 200 }, (_, i) => String.fromCharCode(33 + ((i * 37) % 90))).join('');
  // The library’s default settings take a thousand times as long for these passwords.
  for (const chosen of [
    '4@8({[<369&#!1/|0$5+7%2'.repeat(9),
    '01/02/1990'.repeat(20),
    'p4$$w0rd5!'.repeat(20),
    mirror,
  ]) {
    expect(costOf(chosen)).toBeLessThan(Math.max(40 * usual, 100));
  }
});
