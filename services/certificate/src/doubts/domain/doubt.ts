/** Last flag of a payment, and the admin's decision on it. */
export type PaymentFlag = {
  /** refunded | disputed; null: cleared. */
  flag: string | null;
  keptAt: Date | null;
};

/** True when an admin decided on all flags of a registration's payments to keep the certificate. */
export function isCertificateKept(flags: readonly PaymentFlag[]): boolean {
  const doubts = flags.filter(({ flag }) => flag !== null);
  return doubts.length > 0 && doubts.every(({ keptAt }) => keptAt !== null);
}
