import type { Answer, Asked } from '../call.ts';
import type { Db } from '../db.ts';
import type { Operation } from '../matching.ts';

type Answered<Name extends Operation> = Response | Answer<Name>;

/** Operations over the state. An answer that is no JSON is a Response; AppError refuses. */
export type Handlers = {
  readonly [Name in Operation]?: (
    asked: Asked<Name>,
    db: Db,
    request: Request,
  ) => Answered<Name> | Promise<Answered<Name>>;
};
