export const CODES = { done: 0, refused: 1, unknown: 2, token: 3 } as const;
export type Code = (typeof CODES)[keyof typeof CODES];

/** The service or the command refuses the request for good: a retry gives the same result. */
export class Refused extends Error {
  readonly code: string;
  /** Id of the caller's own registration that already has the file. */
  readonly registrationId: string | undefined;

  constructor(message: string, code = 'refused', registrationId?: string) {
    super(message);
    this.code = code;
    this.registrationId = registrationId;
  }
}

/** The command failed, or its outcome is unknown. A retry is safe. */
export class Unable extends Error {}

/** The token is missing, invalid or lacks a scope. */
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
/** Removes API tokens from a text. Error messages of other programs may contain them. */
export const redactTokens = (text: string): string => text.replaceAll(TOKEN, 'g2_…');

const NAMES: Record<Code, string> = { 0: 'done', 1: 'refused', 2: 'unknown', 3: 'no-token' };

export function printError(error: unknown, isJson: boolean): void {
  const message = redactTokens(error instanceof Error ? error.message : String(error));
  const code = error instanceof Refused || error instanceof NoToken ? error.code : NAMES[codeOf(error)];
  if (isJson) console.log(JSON.stringify({ error: { code, message } }));
  else console.error(message);
}

/** Writes to stderr, because stdout carries only the result. */
export const log = (text: string): void => {
  process.stderr.write(`${text}\n`);
};

/** Overwrites one line; only on a terminal. */
export const progress = (text: string): void => {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[2K${text}`);
};
