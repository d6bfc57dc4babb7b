/**
 * What a domain makes of a command, before anything of it is written. `next` is the state after it: the very object that
 * was given when nothing of it changes. `facts` became true, and are what announce.ts tells the other services. `More` is
 * what else the same transaction writes.
 */
export type Decision<State, Fact, More = unknown> = { next: State; facts: Fact[] } & More;
