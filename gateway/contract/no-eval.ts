/** Where zod looks, when it comes, for how it is to work. */
type Root = typeof globalThis & { __zod_globalConfig?: { jitless?: boolean } };

// In the browser zod never asks whether it may make functions from text, which the pages' security policy refuses and
// reports. Said without zod: whoever reads only words and numbers of the contract does without it.
if ('document' in globalThis) {
  const root: Root = globalThis;
  root.__zod_globalConfig ??= {};
  root.__zod_globalConfig.jitless = true;
}
