import { optional, serviceVariables } from '@g2/kit/env';
import { z } from 'zod';

const variables = z.object({
  ...serviceVariables,
  /** host:port of registration, who knows the facts and who may see them. */
  REGISTRATION_GRPC: z.string().regex(/^[^\s/]+:\d{1,5}$/, 'must be host:port'),
  /** Time stamp authorities (RFC 3161), between commas, in the order they are asked. */
  TSA_URLS: optional(z.string()).transform((list, ctx) => {
    const urls = (list ?? '').split(',').map((url) => url.trim());
    const isAddress = (url: string) => /^https?:$/.test(URL.parse(url)?.protocol ?? '');
    if (list !== undefined && !urls.every(isAddress))
      ctx.addIssue({ code: 'custom', message: 'must be http or https addresses between commas' });
    return list === undefined ? [] : urls;
  }),
  /** PEM file of the roots that vouch for the authorities. */
  TSA_ROOTS_FILE: optional(z.string()),
  /** PKCS#12 file that signs documents, with its chain up to a root. */
  SIGNING_P12_FILE: optional(z.string()),
  SIGNING_P12_PASSWORD: optional(z.string()),
});

export const config = variables.superRefine((read, ctx) => {
  const missing = (name: keyof typeof read) =>
    ctx.addIssue({ code: 'custom', path: [name], message: 'is missing' });
  if (read.TSA_URLS.length > 0 && read.TSA_ROOTS_FILE === undefined) missing('TSA_ROOTS_FILE');
  // A demo may go without: its documents prove nothing.
  if (!read.G2_DEMO && read.SIGNING_P12_FILE === undefined) missing('SIGNING_P12_FILE');
});
export type Config = z.infer<typeof config>;
