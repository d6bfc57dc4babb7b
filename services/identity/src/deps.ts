import type { KeyRing } from '@g2/kit/actor';
import type { Clock } from '@g2/kit/ids';
import type { Config } from './config.ts';
import type { ContactThrottle } from './contact-throttle.ts';
import type { MailThrottle } from './mail-throttle.ts';
import type { Passkeys } from './passkeys.ts';
import type { Passwords } from './passwords.ts';
import type { Peers } from './peers.ts';
import type { Providers } from './providers.ts';
import type { Share } from './share.ts';
import type { Database } from './store.ts';
import type { Throttle } from './throttle.ts';

/** What rpcs and event handlers work with; wired in service.ts. */
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
  /** Of sign-ins and sign-ups in hand, by address. */
  share: Share;
  providers: Providers;
  peers: Peers;
  /** Has the mail worker look at its queue now. */
  wakeMailer: () => void;
  /** Has the mails queued now that an address is to have, if there is an account. */
  wakeResets: () => void;
  /** Has the pictures that are due fetched now. */
  wakePictures: () => void;
};
