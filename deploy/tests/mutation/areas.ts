export type Area = {
  code: string[];
  /** Unit tests that must detect the mutants. */
  tests: string[];
};

const folder = (code: string, tests = code): Area => ({
  code: [`${code}/**/*.ts`],
  tests: [`${tests}/**/*.test.ts`],
});
const payment = 'services/payment-credit/src';

/** A static mutant runs every test of its area, so slow tests form a separate area. */
const areas: Readonly<Record<string, Area>> = {
  terms: {
    code: ['services/terms/src/**/!(password-*).ts'],
    tests: ['services/terms/src/**/!(password-*).test.ts'],
  },
  passwords: {
    code: ['services/terms/src/password-strength.ts'],
    tests: ['services/terms/src/password-strength.test.ts'],
  },
  proof: folder('services/proof/src'),
  ledger: folder(`${payment}/ledger/domain`, payment),
  payment: folder(`${payment}/domain`, payment),
  identity: folder('services/identity/src/domain'),
  registration: folder('services/registration/src/domain'),
  certificate: folder('services/certificate/src/domain'),
  storage: folder('services/storage-hashing/src/domain'),
};

const names = Object.keys(areas);

export const selectedAreas: Area[] = (process.env.AREA ?? names.join()).split(',').map((name) => {
  const area = areas[name];
  if (!area) throw new Error(`AREA is one or more of ${names.join()}, not ${name}`);
  return area;
});
