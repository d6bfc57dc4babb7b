// Prints what is stuck and why: the first command of most alert runbooks. Read-only.
import { withSecretFiles } from '@g2/kit/env';
import { connectionsByService, database } from './diagnose/database.ts';
import { effects } from './diagnose/effects.ts';
import { nats } from './diagnose/nats.ts';
import { mails, outbox, payments, publicLog, webhooks } from './diagnose/rows.ts';
import { openSources, type Section, type Sources } from './diagnose/sources.ts';
import { checkTargetsOf, messageOf, natsUrlOf, runCommand } from './world.ts';

const SECTIONS: Record<string, Section> = {
  programs: connectionsByService,
  database,
  nats,
  outbox,
  effects,
  webhooks,
  payments,
  mails,
  log: publicLog,
};
const USAGE = `usage: diagnose.ts [${Object.keys(SECTIONS).join(' | ')}]…`;

/** Returns the lines of each section. A section that fails returns its error, and the others continue. */
export async function diagnose(sources: Sources, names: readonly string[]): Promise<Map<string, string[]>> {
  const linesBySection = new Map<string, string[]>();
  for (const name of names) {
    const section = SECTIONS[name];
    if (!section) throw new Error(USAGE);
    linesBySection.set(
      name,
      await section(sources).catch((error: unknown) => [`cannot be looked at: ${messageOf(error)}`]),
    );
  }
  return linesBySection;
}

if (import.meta.main) {
  await runCommand('diagnose', 2, async () => {
    const env = withSecretFiles(process.env);
    const requestedSections = process.argv.slice(2);
    const names = requestedSections.length > 0 ? requestedSections : Object.keys(SECTIONS);
    if (names.some((name) => !(name in SECTIONS))) throw new Error(USAGE);
    const sources = await openSources(checkTargetsOf(env).databaseUrl, natsUrlOf(env));
    try {
      for (const [name, lines] of await diagnose(sources, names)) {
        console.log(`${name}:`);
        for (const line of lines.length > 0 ? lines : ['nothing stands still']) console.log(`  ${line}`);
      }
    } finally {
      await sources.close();
    }
  });
}
