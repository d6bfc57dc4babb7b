/** What was last heard of a payment, and whether an admin has decided since. */
export type Doubt = {
  /** refunded | disputed; null: it is over. */
  flag: string | null;
  keptAt: Date | null;
};

/** An admin has looked at all that was heard of a registration's payments, and its certificate stays. */
export function isKept(heard: readonly Doubt[]): boolean {
  const doubts = heard.filter(({ flag }) => flag !== null);
  return doubts.length > 0 && doubts.every(({ keptAt }) => keptAt !== null);
}
