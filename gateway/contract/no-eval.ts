type GlobalWithZodConfig = typeof globalThis & { __zod_globalConfig?: { jitless?: boolean } };

// Stops zod from probing `eval` in the browser: the Content-Security-Policy refuses and reports it. zod is not imported
// here, to keep it out of bundles that do not need it.
if ('document' in globalThis) {
  const root: GlobalWithZodConfig = globalThis;
  root.__zod_globalConfig ??= {};
  root.__zod_globalConfig.jitless = true;
}
