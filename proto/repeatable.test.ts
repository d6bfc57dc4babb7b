import { expect, it } from 'vitest';
import { CertificatesDefinition } from './gen/certificate.ts';
import { IdentityDefinition } from './gen/identity.ts';
import { PaymentsDefinition } from './gen/payment.ts';
import { RegistrationsDefinition } from './gen/registration.ts';
import { StorageDefinition } from './gen/storage.ts';
import { repeatable } from './repeatable.ts';

const paths = [
  CertificatesDefinition,
  IdentityDefinition,
  PaymentsDefinition,
  RegistrationsDefinition,
  StorageDefinition,
].flatMap(({ fullName, methods }) => Object.values(methods).map(({ name }) => `/${fullName}/${name}`));

it('repeatable rpcs include every rpc that only reads', () => {
  const reads = paths.filter((path) => /\/(Check|Count|Export|Find|Get|Has|Is|List)[A-Z]\w*$/.test(path));
  expect(reads.length).toBeGreaterThan(30);
  expect(reads.filter((path) => !repeatable.has(path))).toEqual([]);
});

it('repeatable rpcs exclude those that change something on each call', () => {
  const anew =
    /\/(Add|Adjust|Change|Create|Delete|LogIn|OperatorAction|PayWith|Remove|Reset|Resubmit|SignUp|Update)\w*$/;
  const commands = paths.filter((path) => anew.test(path));
  expect(commands.length).toBeGreaterThan(10);
  expect(commands.filter((path) => repeatable.has(path))).toEqual([]);
});
