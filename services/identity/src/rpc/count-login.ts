import type { SignedIn } from '@g2/proto/identity';
import { AppError } from '@g2/terms/errors';
import { logins } from '../metrics.ts';

export async function countLogin(login: () => Promise<SignedIn>): Promise<SignedIn> {
  try {
    const signedIn = await login();
    logins.inc({ outcome: 'ok' });
    return signedIn;
  } catch (error) {
    logins.inc({ outcome: error instanceof AppError ? error.code : 'internal' });
    throw error;
  }
}
