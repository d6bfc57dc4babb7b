import type { CallOptions } from '@g2/kit/grpc-client';
import type { Clients } from '../clients.ts';

/** What an export is asked of, and in whose name. */
export type Asking = {
  clients: Clients;
  /** An actor token lives a minute, an export may take longer; and it ends with its session. */
  call: () => Promise<CallOptions>;
  publicUrl: string;
  now: Date;
};
