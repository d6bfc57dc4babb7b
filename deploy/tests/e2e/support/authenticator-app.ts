import { execFileSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { findBinary } from '../../../stack/binaries.ts';

const STEP_S = 30;

/** TOTP codes from the independent program oathtool. The code of each time step is used only once. */
export type AuthenticatorApp = {
  /** The code of the current step, or of the next one if the current was used; the server accepts both. */
  codeOf(secret: string): string;
  /** Waits until the server would accept the next unused code, at most one step ahead. */
  untilNext(): Promise<void>;
};

export async function authenticatorApp(): Promise<AuthenticatorApp> {
  const oathtool = await findBinary('oathtool');
  let lastStep = 0;
  return {
    codeOf(secret) {
      lastStep = Math.max(Math.floor(Date.now() / 1_000 / STEP_S), lastStep + 1);
      const at = `--now=@${lastStep * STEP_S}`;
      return execFileSync(oathtool, ['--totp', '-b', at, secret], { encoding: 'utf8' }).trim();
    },
    async untilNext() {
      const wait = (lastStep * STEP_S + 1) * 1_000 - Date.now();
      if (wait > 0) await delay(wait);
    },
  };
}
