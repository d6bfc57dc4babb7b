/** `next` is the same object if nothing changed. announce.ts makes events of `facts`; the transaction writes `More`. */
export type Decision<State, Fact, More = unknown> = { next: State; facts: Fact[] } & More;
