import type { Answer, CallInput } from '../call.ts';
import type { Db } from '../db.ts';
import type { Operation } from '../matching.ts';

type Answered<Name extends Operation> = Response | Answer<Name>;

/** Handlers of operations. They return the answer, or a Response if it is not JSON; they throw AppError to refuse. */
export type Handlers = {
  readonly [Name in Operation]?: (
    input: CallInput<Name>,
    db: Db,
    request: Request,
  ) => Answered<Name> | Promise<Answered<Name>>;
};
