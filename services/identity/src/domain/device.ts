import Bowser from 'bowser';

export type DeviceKind = 'desktop' | 'phone' | 'tablet' | 'unknown';
/** Device as shown to the user: "Chrome no Windows". */
export type Device = { name: string; kind: DeviceKind };

const UNKNOWN: Device = { name: 'Dispositivo desconhecido', kind: 'unknown' };

const PROGRAM = /\b(?:bot|crawl|spider|curl|wget|python|undici|node|okhttp|java|go-http-client)\b/i;

/** Only these names are displayed: for other browsers, bowser returns header text, which anyone can forge. */
const KNOWN = new Set(Object.values(Bowser.BROWSER_MAP));
const RENAMED: Readonly<Record<string, string>> = {
  'Microsoft Edge': 'Edge',
  'Samsung Internet for Android': 'Samsung Internet',
  'Yandex Browser': 'Yandex',
  'Google Search': 'App do Google',
  'Opera Touch': 'Opera',
  'Opera Coast': 'Opera',
  'Android Browser': 'Navegador',
};

const SYSTEMS: Readonly<Record<string, string>> = {
  Windows: 'no Windows',
  macOS: 'no Mac',
  Linux: 'no Linux',
  Android: 'no Android',
  'Chrome OS': 'no Chromebook',
  HarmonyOS: 'no HarmonyOS',
};

const KINDS: Readonly<Record<string, DeviceKind>> = { desktop: 'desktop', mobile: 'phone', tablet: 'tablet' };

/** Parses a User-Agent header. It can be forged: show it, never trust it. */
export function deviceOf(agent: string): Device {
  if (agent === '' || PROGRAM.test(agent)) return UNKNOWN;
  const { browser, os, platform } = Bowser.parse(agent);
  const system = systemOf(os.name, platform.model);
  if (system === undefined) return UNKNOWN;
  const kind = os.name === 'Chrome OS' ? 'desktop' : (KINDS[platform.type ?? ''] ?? 'unknown');
  return { name: `${browserNamed(browser.name ?? '')} ${system}`, kind };
}

const browserNamed = (name: string): string => (KNOWN.has(name) ? (RENAMED[name] ?? name) : 'Navegador');

function systemOf(system: string | undefined, model: string | undefined): string | undefined {
  if (model === 'iPad') return 'no iPad';
  if (system === 'iOS') return 'no iPhone';
  return SYSTEMS[system ?? ''];
}
