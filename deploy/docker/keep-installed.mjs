// Filters the output of `npm sbom --package-lock-only`: removes optional packages that are not installed
// here, such as those for other platforms. Without that flag, npm fails in a folder that lacks a workspace.
import { existsSync } from 'node:fs';
import { json } from 'node:stream/consumers';

const list = await json(process.stdin);
const isHere = ({ name, scope }) => scope !== 'optional' || existsSync(`node_modules/${name}`);
const left = new Set(list.components.filter((one) => !isHere(one)).map((one) => one['bom-ref']));
const without = (refs = []) => refs.filter((ref) => !left.has(ref));
list.components = list.components.filter((one) => !left.has(one['bom-ref']));
list.dependencies = list.dependencies
  .filter(({ ref }) => !left.has(ref))
  .map((one) => ({ ...one, dependsOn: without(one.dependsOn) }));
process.stdout.write(JSON.stringify(list));
