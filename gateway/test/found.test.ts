import { expect, it } from 'vitest';
import { certificateNumberIn, paymentIntentIn } from '../src/routes/search-by-number.ts';

it.each([
  ['G2-2026-000001', 'G2-2026-000001'],
  ['g2 2026 000001', 'g2-2026-000001'],
  ['G2–2026–000001–AB3C', 'G2-2026-000001-AB3C'],
  ['G2-2026-000001-AB3C-X', 'G2-2026-000001-AB3C-X'],
  ['https://g2.example/verificar/G2-2026-000001-AB3C-X', 'G2-2026-000001-AB3C-X'],
  ['https://g2.example/verificar/G2-2026-000001/?de=qr', 'G2-2026-000001'],
  ['G2-2026-1', undefined],
  ['certificado G2-2026-000001', undefined],
])('reads %s as the certificate number %s', (typed, number) =>
  expect(certificateNumberIn(typed)).toBe(number),
);

it.each([
  ['pi_3Abc', 'pi_3Abc'],
  ['https://dashboard.stripe.com/payments/pi_3Abc', 'pi_3Abc'],
  ['pi_', undefined],
  ['o pagamento pi_3Abc', undefined],
  [`pi_${'x'.repeat(251)}`, undefined],
])('reads %s as the payment intent %s', (typed, intent) => expect(paymentIntentIn(typed)).toBe(intent));
