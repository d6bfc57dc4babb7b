import { type RpcTable, signedIn, staff } from '@g2/kit/grpc-server';
import { isUuid } from '@g2/kit/ids';
import type { CertificatesService } from '@g2/proto/certificate';
import { AppError } from '@g2/terms/errors';
import type { Deps } from './deps.ts';
import { assertNotBlocked, certificateFileName, statementOf } from './domain/certificate.ts';

export const rpcTable = ({ peers, issue, store }: Deps): RpcTable<typeof CertificatesService> => ({
  getCertificate: {
    allow: signedIn,
    async run({ id }, { token }) {
      if (!isUuid(id)) throw new AppError('not-found', { message: 'Registro não encontrado' });
      const known = await peers.certificateFacts(id, token);
      assertNotBlocked(known);
      const statement = statementOf(known);
      return { content: await issue(statement), fileName: certificateFileName(statement.registrationId) };
    },
  },
  findByNumber: {
    allow: staff,
    run: async ({ number }) => ({ registrationId: await store.findByNumber(number.trim().toUpperCase()) }),
  },
});
