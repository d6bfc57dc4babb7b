import { type Delivery, event } from '@g2/kit/events';
import { newId } from '@g2/kit/ids';
import { firstTime } from '@g2/kit/inbox';
import { emit } from '@g2/kit/outbox';
import { openDb } from '@g2/kit/store';
import { facts } from '@g2/proto/facts';
import { type Prisma, PrismaClient } from '#prisma';
import type { Statement } from './domain/certificate.ts';

export type NewCertificate = {
  number: string;
  statement: Statement;
  /** SHA-256 of `pdf`, lower-case hex. */
  sha256: string;
  pdf: Uint8Array<ArrayBuffer>;
};

export type Store = ReturnType<typeof openStore>;

/** The only user of the database. */
export function openStore(url: string, poolSize: number) {
  const db = openDb<PrismaClient, Prisma.TransactionClient>(
    url,
    poolSize,
    (adapter) => new PrismaClient({ adapter }),
  );
  return {
    db,

    /** The bytes of a registration's certificate. */
    async findPdf(registrationId: string): Promise<Buffer | undefined> {
      const rows = await db.sql<{ pdf: Buffer }>(
        'find-certificate',
        'SELECT pdf FROM certificates WHERE registration_id = $1',
        [registrationId],
      );
      return rows[0]?.pdf;
    },

    /** The registration whose certificate has a number, whole or without its last four characters. */
    async findByNumber(number: string): Promise<string | undefined> {
      if (!/^G2-\d{4}-\d{6,}(-[0-9A-F]{4})?$/.test(number)) return undefined;
      const rows = await db.sql<{ registration_id: string }>(
        'find-by-number',
        'SELECT registration_id FROM certificates WHERE number = $1 OR number LIKE $2 LIMIT 1',
        [number, `${number}-%`],
      );
      return rows[0]?.registration_id;
    },

    async nextSequence(): Promise<number> {
      const rows = await db.sql<{ next: string }>(
        'next-number',
        "SELECT nextval('certificate_numbers') AS next",
      );
      return Number(rows[0]?.next);
    },

    /** Records a certificate and says so, unless the registration has one: then that one stays, and it is false. */
    issue: (certificate: NewCertificate, delivery?: Delivery): Promise<boolean> =>
      db.tx(async (tx) => {
        if (delivery && !(await firstTime(tx, delivery))) return false;
        const { number, statement, sha256, pdf } = certificate;
        const { registrationId, userId, title } = statement;
        const inserted = await tx.certificate.createMany({
          data: [
            {
              id: newId(),
              registrationId,
              userId,
              number,
              sha256,
              pdf,
              facts: statement,
              issuedAt: new Date(statement.issuedAt),
            },
          ],
          skipDuplicates: true,
        });
        if (inserted.count === 0) return false;
        await emit(tx, [
          event(facts.certificateIssued, registrationId, 1, { registrationId, userId, number, title }),
        ]);
        return true;
      }),
  };
}
