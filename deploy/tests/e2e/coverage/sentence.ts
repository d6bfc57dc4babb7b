/** A sentence of the specification and the tests that show it. */
export type Sentence = {
  /** Word for word. */
  says: string;
  /** Ids of the tests: what stands in brackets at the start of their titles. */
  shownBy: readonly string[];
  /** Where the product leaves the sentence on purpose, or it asks for nothing that can be seen: why. */
  note?: string;
};

/** What it says, and the ids of the tests that show it. */
export const shown = (says: string, ...shownBy: string[]): Sentence => ({ says, shownBy });

/** The same, with why it is left, or that it asks for nothing; with the tests of what there is instead. */
export const noted = (says: string, note: string, ...shownBy: string[]): Sentence => ({
  says,
  shownBy,
  note,
});
