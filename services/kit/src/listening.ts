import { ConfigError } from './config-error.ts';

/** The system's words, alone or inside gRPC's. */
const REFUSED = /\b(EADDRINUSE|EADDRNOTAVAIL|EACCES|ENOTFOUND|EAI_AGAIN)\b/;

/**
 * Waits for a server to listen.
 * @param variable where its port is set
 * @throws ConfigError when the port or HOST can't be had
 */
export async function listening<T>(variable: string, server: Promise<T>): Promise<T> {
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
