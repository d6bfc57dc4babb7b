/** Last flag of a payment, and the admin's decision on it. */
export type Doubt = {
  /** refunded | disputed; null: cleared. */
  flag: string | null;
  keptAt: Date | null;
};

/** True when an admin decided on all flags of a registration's payments to keep the certificate. */
export function isKept(heard: readonly Doubt[]): boolean {
  const doubts = heard.filter(({ flag }) => flag !== null);
  return doubts.length > 0 && doubts.every(({ keptAt }) => keptAt !== null);
}
