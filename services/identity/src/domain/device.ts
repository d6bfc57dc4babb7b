import Bowser from 'bowser';

export type DeviceKind = 'desktop' | 'phone' | 'tablet' | 'unknown';
/** What somebody signed in with, as a person would name it: "Chrome no Windows". */
export type Device = { name: string; kind: DeviceKind };

const UNKNOWN: Device = { name: 'Dispositivo desconhecido', kind: 'unknown' };

/** Whoever calls itself so is a program, or says nothing of use. */
const PROGRAM = /\b(?:bot|crawl|spider|curl|wget|python|undici|node|okhttp|java|go-http-client)\b/i;

/** Of other names bowser takes whatever is written there, and this text goes into a mail. */
const KNOWN = new Set(Object.values(Bowser.BROWSER_MAP));
const RENAMED: Readonly<Record<string, string>> = {
  'Microsoft Edge': 'Edge',
  'Samsung Internet for Android': 'Samsung Internet',
  'Yandex Browser': 'Yandex',
  'UC Browser': 'UC Browser',
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

/** The device of a browser that calls itself so. Whoever wants to may call itself anything: it is shown, never trusted. */
export function deviceOf(agent: string): Device {
  if (agent === '' || PROGRAM.test(agent)) return UNKNOWN;
  const { browser, os, platform } = Bowser.parse(agent);
  const system = systemOf(os.name, platform.model);
  if (system === undefined) return UNKNOWN;
  const kind = os.name === 'Chrome OS' ? 'desktop' : (KINDS[platform.type ?? ''] ?? 'unknown');
  return { name: `${browserNamed(browser.name ?? '')} ${system}`, kind };
}

const browserNamed = (name: string): string => (KNOWN.has(name) ? (RENAMED[name] ?? name) : 'Navegador');

/** iPhone and iPad go by their own names, whatever their system is called. */
function systemOf(system: string | undefined, model: string | undefined): string | undefined {
  if (model === 'iPad') return 'no iPad';
  if (system === 'iOS') return 'no iPhone';
  return SYSTEMS[system ?? ''];
}
