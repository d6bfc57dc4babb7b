import type { KeyRing } from '@g2/kit/actor';
import type { RpcTable } from '@g2/kit/grpc-server';
import type { Clock } from '@g2/kit/ids';
import type { IdentityService } from '@g2/proto/identity';
import type { Config } from './config.ts';
import type { ConcurrencyLimit } from './limits/concurrency-limit.ts';
import type { Throttle } from './limits/throttle.ts';
import type { Peers } from './peers.ts';
import type { Providers } from './providers/providers.ts';
import type { Passkeys } from './sign-in/passkeys.ts';
import type { Passwords } from './sign-in/passwords.ts';
import type { Database, MailContext } from './store.ts';

export type Deps = {
  config: Config;
  clock: Clock;
  db: Database;
  keys: KeyRing;
  passwords: Passwords;
  passkeys: Passkeys;
  throttle: Throttle;
  /** Limits concurrent sign-ins and sign-ups per client network. */
  concurrencyLimit: ConcurrencyLimit;
  providers: Providers;
  peers: Peers;
  triggerMailer: () => void;
  /** Runs the loop that queues reset and sign-in mails now, without waiting for its next poll. */
  triggerRequestMails: () => void;
  wakePictures: () => void;
};

/** Handlers of some of the service's rpcs; rpc.ts merges all parts. */
export type IdentityRpcs = Partial<RpcTable<typeof IdentityService>>;

export const mailContextOf = ({ clock, config }: Pick<Deps, 'clock' | 'config'>): MailContext => ({
  now: clock(),
  publicUrl: config.PUBLIC_URL,
});
