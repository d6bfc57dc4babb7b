import { createHash } from 'node:crypto';
import { loadConfig } from '@g2/kit/env';
import { newId } from '@g2/kit/ids';
import { describe, expect, it } from 'vitest';
import { config } from '../src/config.ts';
import { newUser } from '../src/domain/user.ts';
import { insertUser, openStore } from '../src/store.ts';
import { ADDRESS, check, newEmail, newPerson, PASSWORD, testServiceForFile, watchEvents } from './world.ts';

const world = await testServiceForFile();
const events = await watchEvents(world);

const names = { firstName: ' Ana ', lastName: 'Souza', clientAddress: ADDRESS, presentedSession: '' };

describe('signUp', () => {
  it('[account-made] creates a signed-in client with a trimmed e-mail and an argon2id hash', async () => {
    const email = newEmail();
    const signed = await world.rpc.signUp({ ...names, email: `  ${email} `, password: PASSWORD });
    expect(signed.user).toMatchObject({ email, firstName: 'Ana', role: 'client', isActive: true });
    expect(signed.sessionToken).toMatch(/^[\w-]{43}$/);
    const { rows } = await world.db.query('SELECT password_hash FROM users WHERE email = $1', [email]);
    expect(rows[0].password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    const checked = await check(world, signed.sessionToken);
    expect(checked.user?.id).toBe(signed.user?.id);
    expect(checked.sessionId).toBe(signed.sessionId);
    // The actor tokens of the response are valid at once.
    const token = signed.actorTokens;
    expect((await world.rpc.getUser({ id: signed.user?.id ?? '' }, { token })).email).toBe(email);
    await events.about('identity.user_changed', signed.user?.id ?? '', { role: 'client', isActive: true });
  });

  it('[session-stored] stores only the hash of the session token', async () => {
    const person = await newPerson(world);
    const { rows } = await world.db.query('SELECT sid, sess::text FROM sessions WHERE user_id = $1', [
      person.id,
    ]);
    const sid = createHash('sha256').update(person.sessionToken).digest('hex');
    expect(rows.map((row) => row.sid)).toEqual([sid]);
    expect(person.sessionId).toBe(sid);
    expect(rows[0].sess).not.toContain(person.sessionToken);
  });

  it('[account-email-unique] refuses a taken e-mail in any case, also concurrently', async () => {
    const email = newEmail();
    const tries = await Promise.allSettled(
      [email, email.toUpperCase(), ` ${email}`].map((one) =>
        world.rpc.signUp({ ...names, email: one, password: PASSWORD }),
      ),
    );
    expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    for (const one of tries) {
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'email-taken' });
    }
  });

  it('causes no PostgreSQL error for a taken e-mail, as the error would log the address', async () => {
    const { email } = await newPerson(world);
    const now = new Date();
    const user = newUser(newId(), { ...names, email }, now);
    const db = openStore(loadConfig(config, world.env));
    try {
      await db.tx(async (tx) => {
        await expect(insertUser(tx, user, null)).rejects.toMatchObject({ code: 'email-taken' });
        // This query works only because no earlier statement of the transaction failed.
        const there = tx.selectFrom('users').select('id').where('email', '=', email);
        expect(await there.execute()).toHaveLength(1);
      });
    } finally {
      await db.close();
    }
  });

  it('refuses invalid fields with the messages of the spec', async () => {
    const bad = { ...names, email: 'x', password: 'curta', firstName: 'A', lastName: '\0\0' };
    await expect(world.rpc.signUp(bad)).rejects.toMatchObject({
      code: 'invalid-input',
      detail: {
        fields: {
          email: 'Email inválido',
          password: 'A senha deve ter pelo menos 8 caracteres',
          firstName: 'Nome deve ter pelo menos 2 caracteres',
          lastName: 'O texto contém caracteres inválidos: U+0000 (caractere nulo), na posição 1',
        },
      },
    });
  });
});
