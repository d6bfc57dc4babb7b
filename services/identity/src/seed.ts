import { type Clock, newId } from '@g2/kit/ids';
import type { Role } from '@g2/terms/names';
import type { Config } from './config.ts';
import type { UserState } from './domain/user.ts';
import type { Passwords } from './passwords.ts';
import { type Database, findLogin, insertUser, type Tx } from './store.ts';
import { hasAccount, hasAdmin, inSeedLock, makeAdmin } from './store-seed.ts';
import { endAll } from './store-sessions.ts';

type Account = { email: string; password: string; firstName: string; lastName: string; role: Role };

/** The contract's demo accounts. */
const DEMO: Account[] = [
  {
    email: 'cliente@g2.local',
    password: 'Cliente-2026!',
    firstName: 'Clara',
    lastName: 'Cliente',
    role: 'client',
  },
  {
    email: 'operador@g2.local',
    password: 'Operador-2026!',
    firstName: 'Otávio',
    lastName: 'Operador',
    role: 'operator',
  },
  {
    email: 'admin@g2.local',
    password: 'Admin-2026!',
    firstName: 'Ada',
    lastName: 'Administradora',
    role: 'admin',
  },
];

type Parts = { db: Database; passwords: Passwords; clock: Clock };

/** Makes the accounts an installation begins with; what is there already is left as it is. */
export async function seed(config: Config, parts: Parts): Promise<void> {
  const { BOOTSTRAP_ADMIN_EMAIL: email, BOOTSTRAP_ADMIN_PASSWORD: password } = config;
  if (email && password) await bootstrap(parts, email.trim(), password);
  if (!config.G2_DEMO || !config.SEED_DEMO) return;
  for (const account of DEMO) {
    if (await findLogin(parts.db, account.email)) continue;
    const passwordHash = await parts.passwords.hash(account.password, 'seed');
    await inSeedLock(parts.db, async (tx) => {
      if (!(await hasAccount(tx, account.email))) await insert(tx, account, passwordHash, parts.clock());
    });
  }
}

/** The first admin, once, when no admin exists. An account that took the address before becomes it, with this password. */
async function bootstrap({ db, passwords, clock }: Parts, email: string, password: string): Promise<void> {
  if (await hasAdmin(db)) return;
  const passwordHash = await passwords.hash(password, 'seed');
  await inSeedLock(db, async (tx) => {
    if (await hasAdmin(tx)) return;
    const now = clock();
    const squatter = await makeAdmin(tx, email, passwordHash, now);
    if (squatter !== undefined) {
      await endAll(tx, squatter);
      return;
    }
    const account = { email, password, firstName: 'Administração', lastName: 'G2', role: 'admin' as const };
    await insert(tx, account, passwordHash, now);
  });
}

async function insert(tx: Tx, account: Account, passwordHash: string, now: Date): Promise<void> {
  const user: UserState = {
    id: newId(),
    email: account.email,
    firstName: account.firstName,
    lastName: account.lastName,
    role: account.role,
    isActive: true,
    profileImageUrl: null,
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
  await insertUser(tx, user, { passwordHash });
}
