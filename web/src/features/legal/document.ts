/** A legal text: sections with an anchor each; a paragraph that is a list stands as a list. */
export interface LegalText {
  readonly title: string;
  readonly lead: string;
  readonly version: string;
  readonly sections: readonly LegalSection[];
}

export interface LegalSection {
  readonly id: string;
  readonly title: string;
  readonly body: readonly (string | readonly string[])[];
}
