import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const MAX_SUBJECT_LENGTH = 72;
const TYPES = ['build', 'chore', 'ci', 'docs', 'feat', 'fix', 'perf', 'refactor', 'revert', 'style', 'test'];
const SUBJECT = new RegExp(`^(?:${TYPES.join('|')})(?:\\([a-z][a-z0-9-]*\\))?!?: \\S`);

/** Checks commit subjects against Conventional Commits 1.0.0. @returns one line per problem */
export function findCommitProblems(subjects: readonly string[]): string[] {
  return subjects
    .filter((subject) => !/^(?:Merge|Revert) /.test(subject))
    .flatMap((subject) => [
      ...(SUBJECT.test(subject) ? [] : [`not "type(scope): subject": ${subject}`]),
      ...(subject.length <= MAX_SUBJECT_LENGTH ? [] : [`over ${MAX_SUBJECT_LENGTH} characters: ${subject}`]),
    ]);
}

/** Subjects of all commits after the one that added this file; a shallow clone has fewer. */
function subjectsSinceAdded(): string[] {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: join(import.meta.dirname, '../..'), encoding: 'utf8' }).trim();
  const added = git('log', '--diff-filter=A', '--format=%H', '--', 'deploy/house/commits.ts')
    .split('\n')
    .at(-1);
  return added ? git('log', '--format=%s', `${added}..HEAD`).split('\n').filter(Boolean) : [];
}

if (import.meta.main) {
  const subjects = subjectsSinceAdded();
  const problems = findCommitProblems(subjects);
  for (const problem of problems) console.error(`commits: ${problem}`);
  console.log(`commits: ${subjects.length} subjects, ${problems.length} problems`);
  if (problems.length > 0) process.exit(1);
}
