import type { RpcClient } from '@g2/kit/grpc-client';
import { type RpcTable, signedIn, staff } from '@g2/kit/grpc-server';
import { isUuid } from '@g2/kit/ids';
import type { CertificatesService } from '@g2/proto/certificate';
import type { RegistrationsService } from '@g2/proto/registration';
import { AppError } from '@g2/terms/errors';
import { assertNotBlocked, certificateFileName, statementOf } from './domain/certificate.ts';
import type { Issue } from './issue.ts';
import type { Store } from './store.ts';

type Deps = { registrations: RpcClient<typeof RegistrationsService>; issue: Issue; store: Store };

export const rpcTable = ({ registrations, issue, store }: Deps): RpcTable<typeof CertificatesService> => ({
  getCertificate: {
    allow: signedIn,
    async run({ id }, { token }) {
      if (!isUuid(id)) throw new AppError('not-found', { message: 'Registro não encontrado' });
      // By the caller's own token: registration decides who may see it.
      const known = await registrations.getCertificateFacts({ id }, { token });
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
