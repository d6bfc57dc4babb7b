import type { Answer, CallInput } from '../call.ts';
import type { Db } from '../db.ts';
import type { Operation } from '../matching.ts';

type Answered<Name extends Operation> = Response | Answer<Name>;

/** Handlers of operations on the mock's state. A non-JSON answer is a Response; a refusal throws AppError. */
export type Handlers = {
  readonly [Name in Operation]?: (
    asked: CallInput<Name>,
    db: Db,
    request: Request,
  ) => Answered<Name> | Promise<Answered<Name>>;
};
