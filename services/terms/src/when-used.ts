/**
 * What is made when it is first asked for, and then kept. Formats of numbers and times cost a phone some 10 ms each, which
 * no page that shows none should wait for.
 */
export function whenUsed<Made>(make: () => Made): () => Made {
  let made: { it: Made } | undefined;
  return () => {
    made ??= { it: make() };
    return made.it;
  };
}
