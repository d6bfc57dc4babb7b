import { type RpcTable, signedIn, staff } from '@g2/kit/grpc-server';
import { isUuid } from '@g2/kit/ids';
import type { CertificatesService } from '@g2/proto/certificate';
import { AppError } from '@g2/terms/errors';
import type { Deps } from './deps.ts';
import { assertNotBlocked, certificateFileName, statementOf } from './domain/certificate.ts';
import { isCertificateKept } from './doubts/domain/doubt.ts';
import { paymentFlagRpcs } from './doubts/rpc.ts';
import { paymentFlagsOf } from './doubts/store.ts';
import { evidenceRpcs } from './evidence/rpc.ts';
import { publicRpcs, toPublicCertificate } from './issuing/public.ts';
import { logRpcs } from './log/rpc.ts';

export const rpcTable = (deps: Deps): RpcTable<typeof CertificatesService> => ({
  getCertificate: {
    allow: signedIn,
    scopes: ['certificates:read'],
    async run({ id }, { token }) {
      if (!isUuid(id)) throw new AppError('not-found', { message: 'Registro não encontrado' });
      const known = await deps.peers.certificateFacts(id, token);
      if (!isCertificateKept(await paymentFlagsOf(deps.store.db, id))) assertNotBlocked(known);
      const statement = statementOf(known);
      const content = await deps.issue(statement);
      return { content, fileName: certificateFileName(statement.registrationId) };
    },
  },
  findByNumber: {
    allow: staff,
    run: async ({ number }) => ({
      registrationId: await deps.store.findByNumber(number.trim().toUpperCase()),
    }),
  },
  ...evidenceRpcs(deps),
  ...publicRpcs(deps),
  ...paymentFlagRpcs(deps, (row) => toPublicCertificate(deps, row)),
  ...logRpcs(deps),
});
