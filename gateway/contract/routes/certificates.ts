import {
  certificateDecisionBody,
  certificatesWithPaymentIssue,
  evidence,
  fileCertificates,
  fileHashParams,
  numberParams,
  publicCertificate,
  publicFields,
  publicityBody,
} from '../certificates.ts';
import { idParams } from '../common.ts';
import { ALL_ROLES, admins, type Routes } from './route.ts';

const tag = 'Prova';
const NO_CERTIFICATE = 'Nenhum certificado tem este número.';
const own = { tag, roles: ALL_ROLES, params: idParams } as const;
const proof = { ...own, method: 'GET', scope: 'certificates:read' } as const;
const decide = {
  tag,
  method: 'POST',
  roles: admins,
  params: numberParams,
  body: certificateDecisionBody,
  answer: publicCertificate,
  absent: NO_CERTIFICATE,
} as const;

/** Routes of a deposit's proof, for its owner and the public. The log itself is at /log (C2SP tlog-tiles). */
export const certificateRoutes = {
  getEvidence: {
    ...proof,
    path: '/api/registrations/:id/evidence',
    summary: 'O que já prova o depósito: carimbos do tempo e lugar no registro público',
    answer: evidence,
  },
  getProof: {
    ...proof,
    path: '/api/registrations/:id/proof',
    summary: 'O pacote de prova, um ZIP que se confere sem a rede',
    file: { media: 'application/zip' },
    limit: 'pdfs',
    refusals: [400],
  },
  setPublicity: {
    ...own,
    method: 'PATCH',
    path: '/api/registrations/:id/publicity',
    summary: 'O que qualquer pessoa pode ler além do hash e das datas',
    body: publicityBody,
    answer: publicFields,
  },
  getPublicCertificate: {
    method: 'GET',
    path: '/api/public/certificates/:number',
    tag,
    summary: 'A conferência de um certificado por qualquer pessoa',
    params: numberParams,
    answer: publicCertificate,
    refusals: [429],
    absent: NO_CERTIFICATE,
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
  listDoubtfulCertificates: {
    method: 'GET',
    path: '/api/admin/certificates/doubtful',
    tag,
    summary:
      'Certificados cujo pagamento foi estornado ou é disputado, à espera de uma decisão: os 50 mais antigos',
    roles: admins,
    answer: certificatesWithPaymentIssue,
  },
  keepCertificate: {
    ...decide,
    path: '/api/admin/certificates/:number/keep',
    summary: 'Mantém um certificado apesar do que houve com o seu pagamento',
  },
  revokeCertificate: {
    ...decide,
    path: '/api/admin/certificates/:number/revoke',
    summary: 'Revoga um certificado, com o motivo que todos leem',
    refusals: [409],
  },
} as const satisfies Routes;
