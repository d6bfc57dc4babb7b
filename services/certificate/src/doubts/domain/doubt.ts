/** Latest refund or dispute flag of a payment. `keptAt`: when an admin kept the certificate despite the flag. */
export type PaymentFlag = {
  /** refunded | disputed; null: cleared. */
  flag: string | null;
  keptAt: Date | null;
};

/** True when there are flags and an admin kept the certificate despite each of them. */
export function isCertificateKept(flags: readonly PaymentFlag[]): boolean {
  const doubts = flags.filter(({ flag }) => flag !== null);
  return doubts.length > 0 && doubts.every(({ keptAt }) => keptAt !== null);
}
