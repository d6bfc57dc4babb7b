import type { CallOptions } from '@g2/kit/grpc-client';
import type { Clients } from '../clients.ts';

export type ExportContext = {
  clients: Clients;
  /** A fresh call each time: an actor token expires after one minute, and with its session. */
  call: () => Promise<CallOptions>;
  publicUrl: string;
  now: Date;
};
