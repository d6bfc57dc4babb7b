import { setTimeout as delay } from 'node:timers/promises';

export type Mail = { id: string; to: string; subject: string; text: string };

const PATIENCE_MS = 30_000;
const POLL_MS = 50;

export async function listMailsTo(base: string, email: string): Promise<Mail[]> {
  const response = await fetch(`${base}/dev/mail`, { headers: { accept: 'application/json' } });
  if (!response.ok) throw new Error(`/dev/mail: ${response.status}`);
  const { items } = (await response.json()) as { items: Mail[] };
  return items.filter(({ to }) => to === email);
}

/** Polls for the token in the newest mailed link to `page`. @param earlierToken token of an earlier mail to skip */
export async function mailedToken(
  base: string,
  email: string,
  page: string,
  earlierToken = '',
): Promise<string> {
  const pattern = new RegExp(`${page}\\?token=([\\w-]+)`);
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await delay(POLL_MS)) {
    const mails = await listMailsTo(base, email);
    const token = mails.map(({ text }) => pattern.exec(text)?.[1]).find((one) => one !== undefined);
    if (token !== undefined && token !== earlierToken) return token;
  }
  throw new Error(`no link to ${page} came to the address`);
}
