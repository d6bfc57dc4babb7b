/** The state of the repository that decides whether a commit can be released. */
export type ReleaseState = {
  /** Version in the root package.json. */
  version: string;
  /** Versions in other files that are published together, by file name. */
  published: Readonly<Record<string, string>>;
  changelog: string;
  /** Paths with uncommitted changes. */
  changed: readonly string[];
  tags: readonly string[];
};

const RELEASE_VERSION = /^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/;

/** Finds what keeps a commit from being released. @returns one line for each problem */
export function findReleaseProblems(state: ReleaseState): string[] {
  const { version, published, changelog, changed, tags } = state;
  const problems: string[] = [];
  if (!RELEASE_VERSION.test(version)) problems.push(`package.json: ${version} is no semantic version`);
  for (const [file, its] of Object.entries(published))
    if (its !== version) problems.push(`${file}: version ${its}, not ${version}`);
  if (!changelog.split('\n').some((line) => line.startsWith(`## ${version} `) || line === `## ${version}`))
    problems.push(`CHANGELOG.md: no section "## ${version}"`);
  if (changed.length > 0) problems.push(`uncommitted changes: ${changed.join(', ')}`);
  if (!tags.includes(`v${version}`)) problems.push(`the commit has no tag v${version}`);
  return problems;
}
