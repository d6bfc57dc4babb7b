import { serviceVariables } from '@g2/kit/env';
import { count, hostPort, httpUrl, milliseconds, optional } from '@g2/kit/setting-parsers';
import { MAX_UPLOAD_BYTES } from '@g2/terms/limits';
import { z } from 'zod';

const S3_VARIABLES = ['S3_ENDPOINT', 'S3_ACCESS_KEY', 'S3_SECRET_KEY', 'S3_BUCKET'] as const;

const variables = z.object({
  ...serviceVariables,
  /** host:port of registration, called before bytes are removed. */
  REGISTRATION_GRPC: hostPort,
  /** Folder of the file-system driver; cannot be combined with S3_*. */
  STORAGE_DIR: optional(z.string()),
  S3_ENDPOINT: optional(httpUrl),
  S3_ACCESS_KEY: optional(z.string()),
  S3_SECRET_KEY: optional(z.string()),
  S3_BUCKET: optional(z.string()),
  S3_REGION: z.string().default('us-east-1'),
  /** Retention of attached objects in a bucket with object lock, days; 0 disables it. */
  S3_LOCK_DAYS: count(0, 0, 36_500),
  /** Maximum bytes per file (spec §9: 500 MB). */
  MAX_UPLOAD_BYTES: count(MAX_UPLOAD_BYTES),
  /** Read rate for verifying stored objects, bytes per second; 0 disables it. */
  SCRUB_BYTES_PER_SECOND: count(8 * 1024 * 1024, 0).refine(
    (rate) => rate === 0 || rate >= 65_536,
    'must be 0, or 65536 and more',
  ),
  /** An upload that sends less than 64 KiB in this time ends, as does a download without progress, ms. */
  IDLE_MS: milliseconds(30_000, 1),
});

export const config = variables.check((ctx) => {
  const refuse = (name: keyof z.infer<typeof variables>, message: string) =>
    ctx.issues.push({ code: 'custom', path: [name], message, input: ctx.value[name] });
  const given = S3_VARIABLES.filter((name) => ctx.value[name] !== undefined);
  if (given.length === 0) {
    if (ctx.value.STORAGE_DIR === undefined) refuse('STORAGE_DIR', 'this or S3_* must be set');
    if (ctx.value.S3_LOCK_DAYS > 0) refuse('S3_LOCK_DAYS', 'a folder locks nothing: only with S3_*');
    return;
  }
  if (ctx.value.STORAGE_DIR !== undefined) refuse('STORAGE_DIR', `not together with ${given[0]}`);
  for (const name of S3_VARIABLES) if (!given.includes(name)) refuse(name, 'S3_* go together');
});

export type Config = z.infer<typeof config>;
