/** Creates a value on first use and caches it. Number and date formats cost about 10 ms each on a phone. */
export function whenUsed<Made>(make: () => Made): () => Made {
  let cached: { it: Made } | undefined;
  return () => {
    cached ??= { it: make() };
    return cached.it;
  };
}
