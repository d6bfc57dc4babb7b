import { describe, expect, it } from 'vitest';
import type { PublicCertificate } from '../contract/certificates.ts';
import { certificatePageHead } from '../contract/verification.ts';
import { badgeOf } from './badge.ts';

const NUMBER = 'G2-2026-000123-1ECC-7';
const found = (status: PublicCertificate['status'], payment: PublicCertificate['payment'] = null) =>
  ({ kind: 'found', certificate: { status, payment } as PublicCertificate }) as const;
const disputed = { flag: 'disputed', since: '2026-11-27T15:00:00.000Z' } as const;

describe('a certificate with a refunded or disputed payment', () => {
  it('is shown as suspended on its page and badge', () => {
    expect(certificatePageHead(NUMBER, found('valid')).title).toBe(`Certificado válido: ${NUMBER}`);
    const { title, description } = certificatePageHead(NUMBER, found('valid', disputed));
    expect(title).toBe(`Certificado suspenso: ${NUMBER}`);
    expect(description).not.toContain('em vigor');
    expect(badgeOf(NUMBER, found('valid'))).toContain('registrado');
    expect(badgeOf(NUMBER, found('valid', disputed))).toContain('suspenso');
  });

  it('stays revoked or superseded', () => {
    expect(certificatePageHead(NUMBER, found('revoked', disputed)).title).toContain('revogado');
    expect(badgeOf(NUMBER, found('superseded', disputed))).toContain('substituído');
  });
});
