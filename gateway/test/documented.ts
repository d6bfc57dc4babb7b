import { ALL_ROUTES } from '../contract/routes/all.ts';
import { operationOf } from '../src/openapi/operation.ts';
import { createSchemas } from '../src/openapi/schemas.ts';

const schemas = createSchemas();

/** Routes of the OpenAPI document. Those without path parameters come first, because they match first. */
const CALLS = ALL_ROUTES.map(([id, route]) => ({
  id,
  method: route.method,
  path: new RegExp(`^${route.path.replaceAll(/:\w+/g, '[^/]+')}$`),
  parameters: route.path.split(':').length,
  responses: operationOf(id, route, schemas).responses,
})).toSorted((one, other) => one.parameters - other.parameters);

/**
 * Checks a response against the OpenAPI document.
 * @throws Error for an undocumented status, or a missing documented header
 */
export function assertDocumented(method: string, url: string, status: number, headers: object): void {
  const [path = ''] = url.split('?');
  // A malformed path matches no route.
  const call = CALLS.find((one) => one.method === method && one.path.test(path) && isDecodable(path));
  if (!call) return;
  const body = call.responses[status];
  if (!body) throw new Error(`${call.id} answered ${status}, which the document does not say`);
  for (const name of Object.keys(body.headers ?? {})) {
    if (!(name.toLowerCase() in headers)) throw new Error(`${call.id} answered ${status} without ${name}`);
  }
}

function isDecodable(path: string): boolean {
  try {
    return decodeURI(path) !== '';
  } catch {
    return false;
  }
}
