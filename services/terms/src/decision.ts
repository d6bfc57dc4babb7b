/**
 * Result of a command, before anything is written. `next` is the same object if nothing changed. announce.ts turns
 * `facts` into events. `More` is what the same transaction writes besides.
 */
export type Decision<State, Fact, More = unknown> = { next: State; facts: Fact[] } & More;
