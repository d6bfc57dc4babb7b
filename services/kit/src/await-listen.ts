import { ConfigError } from './config-error.ts';

/** System error codes of a refused listen; gRPC errors contain them in the message. */
const REFUSED = /\b(EADDRINUSE|EADDRNOTAVAIL|EACCES|ENOTFOUND|EAI_AGAIN)\b/;

/** Waits until `server` listens. `variable`: its port setting. @throws ConfigError when port or HOST is unavailable */
export async function awaitListening<T>(variable: string, server: Promise<T>): Promise<T> {
  try {
    return await server;
  } catch (error) {
    const [code] = REFUSED.exec(String(error)) ?? [];
    if (!code) throw error;
    throw new ConfigError(`configuration: ${variable}: can't listen there, or at HOST (${code})`, {
      cause: error,
    });
  }
}
