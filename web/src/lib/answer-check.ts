import { ALL_ROUTES } from '@g2/gateway/contract/routes/all';
import { isByRole } from '@g2/gateway/contract/routes/route';
import { setAnswerCheck } from './call.ts';

const routes = new Map(ALL_ROUTES.map(([, route]) => [`${route.method} ${route.path}`, route]));

/** Validates each answer against its schema, in development and tests. Production loads no schemas and trusts the gateway. */
export function checkAnswers(): void {
  setAnswerCheck(({ method, path }, received) => {
    const schema = routes.get(`${method} ${path}`)?.answer;
    if (schema !== undefined) (isByRole(schema) ? schema.client : schema).parse(received);
  });
}
