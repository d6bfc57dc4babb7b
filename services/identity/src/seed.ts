import { type Clock, newId } from '@g2/kit/ids';
import type { Role } from '@g2/terms/names';
import type { Config } from './config.ts';
import type { UserState } from './domain/user.ts';
import type { Passwords } from './passwords.ts';
import { findLogin, type IdentityDb, insertUser } from './store.ts';
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

type Parts = { db: IdentityDb; passwords: Passwords; clock: Clock };

/** Makes the accounts an installation begins with; what is there already is left as it is. */
export async function seed(config: Config, parts: Parts): Promise<void> {
  const { BOOTSTRAP_ADMIN_EMAIL: email, BOOTSTRAP_ADMIN_PASSWORD: password } = config;
  if (email && password) await bootstrap(parts, email.trim(), password);
  if (!config.G2_DEMO || !config.SEED_DEMO) return;
  for (const account of DEMO) {
    if (await findLogin(parts.db, account.email)) continue;
    const passwordHash = await parts.passwords.hash(account.password, 'seed');
    await inSeedLock(parts.db, async (tx) => {
      const there = await tx.user.count({ where: { email: account.email } });
      if (there === 0) await insert(tx, account, passwordHash, parts.clock());
    });
  }
}

type InTx = Parameters<Parameters<IdentityDb['tx']>[0]>[0];

/** Replicas start at the same moment: one seeds, the others find it done. */
const inSeedLock = (db: IdentityDb, work: (tx: InTx) => Promise<void>): Promise<void> =>
  db.tx(async (tx) => {
    await tx.$executeRawUnsafe("SELECT pg_advisory_xact_lock(hashtext(current_schema() || ':seed'))");
    await work(tx);
  });

/** The first admin, once, when no admin exists. An account that took the address before becomes it, with this password. */
async function bootstrap({ db, passwords, clock }: Parts, email: string, password: string): Promise<void> {
  if ((await db.prisma.user.count({ where: { role: 'admin' } })) > 0) return;
  const passwordHash = await passwords.hash(password, 'seed');
  await inSeedLock(db, async (tx) => {
    if ((await tx.user.count({ where: { role: 'admin' } })) > 0) return;
    const now = clock();
    const [squatter] = await tx.$queryRawUnsafe<{ id: string }[]>(
      'SELECT id FROM users WHERE lower(email) = lower($1) FOR UPDATE',
      email,
    );
    if (!squatter) {
      const account = { email, password, firstName: 'Administração', lastName: 'G2', role: 'admin' as const };
      await insert(tx, account, passwordHash, now);
      return;
    }
    await tx.user.update({
      where: { id: squatter.id },
      data: { role: 'admin', isActive: true, passwordHash, updatedAt: now, version: { increment: 1 } },
    });
    await endAll(tx, squatter.id);
  });
}

async function insert(tx: InTx, account: Account, passwordHash: string, now: Date): Promise<void> {
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
