import type { KeyRing } from '@g2/kit/actor';
import type { Clock } from '@g2/kit/ids';
import type { Config } from './config.ts';
import type { ContactThrottle } from './contact-throttle.ts';
import type { MailThrottle } from './mail-throttle.ts';
import type { Passkeys } from './passkeys.ts';
import type { Passwords } from './passwords.ts';
import type { Peers } from './peers.ts';
import type { Providers } from './providers.ts';
import type { ConcurrencyLimit } from './share.ts';
import type { Database } from './store.ts';
import type { Throttle } from './throttle.ts';

export type Deps = {
  config: Config;
  clock: Clock;
  db: Database;
  keys: KeyRing;
  passwords: Passwords;
  passkeys: Passkeys;
  throttle: Throttle;
  mailThrottle: MailThrottle;
  contactThrottle: ContactThrottle;
  /** Limits concurrent sign-ins and sign-ups per address. */
  concurrencyLimit: ConcurrencyLimit;
  providers: Providers;
  peers: Peers;
  triggerMailer: () => void;
  /** Runs the loop of reset and sign-in requests now. */
  triggerRequestMails: () => void;
  wakePictures: () => void;
};
