import { config } from 'zod';

// In the browser, before the first schema: zod then never asks whether it may make functions from text, which the
// pages' security policy refuses and reports.
if ('document' in globalThis) config({ jitless: true });
