import type { Route } from './routes/route.ts';

/** Method and path of a route, with its type: all that the web client needs of it. It does not carry the schemas. */
export interface Call<R extends Route = Route> {
  readonly method: R['method'];
  readonly path: R['path'];
  /** Only a type; never set. */
  readonly route?: R;
}
