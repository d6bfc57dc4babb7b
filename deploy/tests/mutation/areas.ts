export type Area = {
  /** What is mutated. */
  code: string[];
  /** The unit tests that are to notice. */
  tests: string[];
};

const folder = (code: string, tests = code): Area => ({
  code: [`${code}/**/*.ts`],
  tests: [`${tests}/**/*.test.ts`],
});
const payment = 'services/payment-credit/src';

/** A static mutant runs every test of its area: tests that take seconds are an area of their own. */
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

/** The areas that `AREA` names, all by default. */
export const chosen: Area[] = (process.env.AREA ?? names.join()).split(',').map((name) => {
  const area = areas[name];
  if (!area) throw new Error(`AREA is one or more of ${names.join()}, not ${name}`);
  return area;
});
