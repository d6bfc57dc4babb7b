import {
  evidence,
  fileCertificates,
  fileHashParams,
  numberParams,
  publicCertificate,
  publicity,
  publicityBody,
  revokeBody,
} from '../certificates.ts';
import { idParams } from '../common.ts';
import { admins, type Routes, signedIn } from './route.ts';

const tag = 'Prova';

/** What proves a deposit, for its owner and for strangers. The log itself stands at /log, in the format of its own standard. */
export const certificateRoutes = {
  getEvidence: {
    method: 'GET',
    path: '/api/registrations/:id/evidence',
    tag,
    summary: 'O que já prova o depósito: carimbos do tempo e lugar no registro público',
    roles: signedIn,
    params: idParams,
    answer: evidence,
  },
  getProof: {
    method: 'GET',
    path: '/api/registrations/:id/proof',
    tag,
    summary: 'O pacote de prova, um ZIP que se confere sem a rede',
    roles: signedIn,
    params: idParams,
    file: { media: 'application/zip' },
    limit: 'pdfs',
    refusals: [400],
  },
  setPublicity: {
    method: 'PATCH',
    path: '/api/registrations/:id/publicity',
    tag,
    summary: 'O que qualquer pessoa pode ler além do hash e das datas',
    roles: signedIn,
    params: idParams,
    body: publicityBody,
    answer: publicity,
  },
  getPublicCertificate: {
    method: 'GET',
    path: '/api/public/certificates/:number',
    tag,
    summary: 'A conferência de um certificado por qualquer pessoa',
    params: numberParams,
    answer: publicCertificate,
    refusals: [429],
    absent: 'Nenhum certificado tem este número.',
  },
  findCertificatesByFile: {
    method: 'GET',
    path: '/api/public/files/:sha256',
    tag,
    summary: 'Os certificados de um arquivo, pelo seu SHA-256',
    params: fileHashParams,
    answer: fileCertificates,
    refusals: [429],
    absent: 'Um SHA-256 tem 64 caracteres, de 0 a 9 e de a a f.',
  },
  revokeCertificate: {
    method: 'POST',
    path: '/api/admin/certificates/:number/revoke',
    tag,
    summary: 'Revoga um certificado, com o motivo que todos leem',
    roles: admins,
    params: numberParams,
    body: revokeBody,
    answer: publicCertificate,
    refusals: [409],
    absent: 'Nenhum certificado tem este número.',
  },
} as const satisfies Routes;
