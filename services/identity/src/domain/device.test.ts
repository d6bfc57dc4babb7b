import { describe, expect, it } from 'vitest';
import { type DeviceKind, deviceOf } from './device.ts';

const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)';
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';
const LINUX = 'Mozilla/5.0 (X11; Linux x86_64)';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const IPAD = 'Mozilla/5.0 (iPad; CPU OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const KIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const android = (model: string) => `Mozilla/5.0 (Linux; Android 14; ${model}) ${KIT}`;
const CHROME = 'Chrome/131.0.0.0';

describe('deviceOf', () => {
  it.each<[string, DeviceKind, string]>([
    ['Chrome no Windows', 'desktop', `${WINDOWS} ${KIT} ${CHROME} Safari/537.36`],
    ['Edge no Windows', 'desktop', `${WINDOWS} ${KIT} ${CHROME} Safari/537.36 Edg/131.0.2903.86`],
    [
      'Firefox no Windows',
      'desktop',
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0',
    ],
    ['Opera no Windows', 'desktop', `${WINDOWS} ${KIT} ${CHROME} Safari/537.36 OPR/115.0.0.0`],
    ['Vivaldi no Windows', 'desktop', `${WINDOWS} ${KIT} ${CHROME} Safari/537.36 Vivaldi/7.0.3495.15`],
    [
      'Internet Explorer no Windows',
      'desktop',
      'Mozilla/5.0 (Windows NT 6.1; WOW64; Trident/7.0; rv:11.0) like Gecko',
    ],
    [
      'Safari no Mac',
      'desktop',
      `${MAC} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15`,
    ],
    ['Chrome no Mac', 'desktop', `${MAC} ${KIT} ${CHROME} Safari/537.36`],
    ['Edge no Mac', 'desktop', `${MAC} ${KIT} ${CHROME} Safari/537.36 Edg/131.0.2903.86`],
    [
      'Firefox no Mac',
      'desktop',
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 14.7; rv:133.0) Gecko/20100101 Firefox/133.0',
    ],
    ['Chrome no Linux', 'desktop', `${LINUX} ${KIT} ${CHROME} Safari/537.36`],
    ['Chrome no Linux', 'desktop', `${LINUX} ${KIT} Headless${CHROME} Safari/537.36`],
    [
      'Firefox no Linux',
      'desktop',
      'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
    ],
    [
      'Chrome no Chromebook',
      'desktop',
      `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${KIT} ${CHROME} Safari/537.36`,
    ],
    ['Safari no iPhone', 'phone', `${IPHONE} Version/18.1.1 Mobile/15E148 Safari/604.1`],
    ['Chrome no iPhone', 'phone', `${IPHONE} CriOS/131.0.6778.73 Mobile/15E148 Safari/604.1`],
    ['Firefox no iPhone', 'phone', `${IPHONE} FxiOS/133.0 Mobile/15E148 Safari/605.1.15`],
    ['Edge no iPhone', 'phone', `${IPHONE} Version/18.0 EdgiOS/131.0.2903.68 Mobile/15E148 Safari/604.1`],
    ['App do Google no iPhone', 'phone', `${IPHONE} GSA/320.0 Mobile/15E148 Safari/604.1`],
    ['Safari no iPad', 'tablet', `${IPAD} Version/16.6 Mobile/15E148 Safari/604.1`],
    ['Chrome no iPad', 'tablet', `${IPAD} CriOS/131.0.6778.73 Mobile/15E148 Safari/604.1`],
    ['Chrome no Android', 'phone', `${android('K')} ${CHROME} Mobile Safari/537.36`],
    ['Chrome no Android', 'tablet', `${android('SM-X700')} ${CHROME} Safari/537.36`],
    [
      'Chrome no Android',
      'phone',
      `${android('moto g54 5G; wv')} Version/4.0 ${CHROME} Mobile Safari/537.36`,
    ],
    [
      'Samsung Internet no Android',
      'phone',
      `${android('SM-S921B')} SamsungBrowser/27.0 ${CHROME} Mobile Safari/537.36`,
    ],
    ['Edge no Android', 'phone', `${android('HD1913')} ${CHROME} Mobile Safari/537.36 EdgA/131.0.2903.48`],
    ['Opera no Android', 'phone', `${android('VOG-L29')} ${CHROME} Mobile Safari/537.36 OPR/76.2.4027.73374`],
    ['Firefox no Android', 'phone', 'Mozilla/5.0 (Android 14; Mobile; rv:133.0) Gecko/133.0 Firefox/133.0'],
    ['Firefox no Android', 'tablet', 'Mozilla/5.0 (Android 14; Tablet; rv:133.0) Gecko/133.0 Firefox/133.0'],
    ['Navegador no Android', 'phone', `${android('Pixel 8 Pro')} DuckDuckGo/5 Mobile Safari/537.36`],
  ])('returns %s (%s) for the user agent %s', (name, kind, agent) => {
    expect(deviceOf(agent)).toEqual({ name, kind });
  });

  it.each([
    '',
    'Mozilla/5.0',
    'curl/8.5.0',
    'node',
    'python-requests/2.32.3',
    'PostmanRuntime/7.42.0',
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'x'.repeat(300),
    '<script>alert(1)</script>',
  ])('returns an unknown device for %j', (agent) => {
    expect(deviceOf(agent)).toEqual({ name: 'Dispositivo desconhecido', kind: 'unknown' });
  });

  it('does not copy unknown text from the user agent', () => {
    const agent = 'Clique-em-evil.example/1.0 (Windows NT 10.0)';
    expect(deviceOf(agent)).toEqual({ name: 'Navegador no Windows', kind: 'desktop' });
  });
});
