/** Of registration's word on a file that is stored, ms. */
export const COMMIT_DEADLINE_MS = 15_000;
