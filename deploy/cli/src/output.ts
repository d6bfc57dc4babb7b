/** Exit codes. */
export const CODES = { done: 0, refused: 1, unknown: 2, token: 3 } as const;
export type Code = (typeof CODES)[keyof typeof CODES];

/** Permanent refusal; a retry does not help. */
export class Refused extends Error {
  readonly code: string;
  /** The caller's own registration that conflicts. */
  readonly registrationId: string | undefined;

  constructor(message: string, code = 'refused', registrationId?: string) {
    super(message);
    this.code = code;
    this.registrationId = registrationId;
  }
}

/** Failed, or the outcome is unknown. */
export class Unable extends Error {}

/** Missing or insufficient token. */
export class NoToken extends Error {
  readonly code: string;

  constructor(message: string, code = 'no-token') {
    super(message);
    this.code = code;
  }
}

export function codeOf(error: unknown): Code {
  if (error instanceof Refused) return CODES.refused;
  return error instanceof NoToken ? CODES.token : CODES.unknown;
}

const TOKEN = /g2_[0-9A-Za-z]{8,}/g;
/** Removes tokens from any output, also from messages of others. */
export const redactTokens = (text: string): string => text.replaceAll(TOKEN, 'g2_…');

const NAMES: Record<Code, string> = { 0: 'done', 1: 'refused', 2: 'unknown', 3: 'no-token' };

export function printError(error: unknown, isJson: boolean): void {
  const message = redactTokens(error instanceof Error ? error.message : String(error));
  const code = error instanceof Refused || error instanceof NoToken ? error.code : NAMES[codeOf(error)];
  if (isJson) console.log(JSON.stringify({ error: { code, message } }));
  else console.error(message);
}

/** To stderr: stdout is for the result. */
export const log = (text: string): void => {
  process.stderr.write(`${text}\n`);
};

/** Overwrites one line; only on a terminal. */
export const progress = (text: string): void => {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[2K${text}`);
};
