/** A sentence of the specification and the tests that show it. */
export type Sentence = {
  /** Word for word. */
  says: string;
  /** Ids of the tests: what stands in brackets at the start of their titles. */
  shownBy: readonly string[];
  /** Where the product leaves the sentence on purpose, or it asks for nothing that can be seen: why. */
  note?: string;
};
