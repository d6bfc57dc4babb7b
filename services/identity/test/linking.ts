import { eventually } from '@g2/kit/testing';
import { mailsTo } from './mailbox.ts';
import { atGithub, linkAtProvider, newNumber, type ownProviders } from './providers.ts';
import { newEmail, type Person } from './world.ts';

type Signed = { token: string };
export const as = ({ token }: Signed) => ({ token });

/** Helpers to link GitHub accounts. */
export function linking({ world, github }: Awaited<ReturnType<typeof ownProviders>>) {
  /** Creates a GitHub account with a new e-mail address. @returns its id */
  const newGithubAccount = (): string => {
    const id = newNumber();
    github.accounts.set(id, atGithub(newEmail()));
    return id;
  };
  /** Starts a link and signs in at GitHub. @returns callback URL and flow token */
  const toGithub = (person: Signed, subject = newGithubAccount()) =>
    linkAtProvider(world, 'github', github, { subject, token: person.token });
  return {
    aNumber: newGithubAccount,
    toGithub,
    linkGithub: async (person: Signed, subject = newGithubAccount()) =>
      world.rpc.finishLink(await toGithub(person, subject), as(person)),
    linksOf: async (person: Signed) => (await world.rpc.listLinks({}, as(person))).items,
    unlink: (person: Signed, provider = 'github') => world.rpc.unlink({ provider }, as(person)),
    mailOf: (person: Person, subject: string) =>
      eventually(`mail "${subject}"`, async () =>
        (await mailsTo(world, person.email)).find((mail) => mail.subject === subject),
      ),
  };
}
