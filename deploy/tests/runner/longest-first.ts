import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Short files that take a minute or more: the walks through all screens, and rows that a file elsewhere lists. */
const LONGEST = /\/(look|look-[a-z]+|layout-shift|payments-texts|tabs|upload-truth)(\.long)?\.e2e\.test\.ts$/;

/** As Vitest orders files, but the longest first: started last, they leave the other workers idle. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLongest = ({ moduleId }: TestSpecification) => LONGEST.test(moduleId);
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))];
  }
}
