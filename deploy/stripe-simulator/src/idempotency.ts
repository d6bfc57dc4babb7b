import { ApiError } from './errors.ts';
import type { Simulation } from './simulation.ts';
import { ANSWERS_KEPT_MS, type ResponseRecord } from './state.ts';

const MAX_KEY = 255;

/** Idempotency keys of the calls that are being executed. Responses of finished calls are in the state. */
export class IdempotencyKeys {
  readonly #inFlight = new Set<string>();

  /**
   * Starts a call with an idempotency key.
   * @param request identifies the call: method, path, parameters
   * @returns the stored response of an earlier call, or null when the call must run (then call `end`)
   * @throws ApiError 400 `idempotency_error` for a key of a different call, 409 while the first call is being executed
   */
  begin(sim: Simulation, key: string, request: string): ResponseRecord | null {
    if (key.length > MAX_KEY) throw mismatch('Idempotency keys can be at most 255 characters long.');
    if (this.#inFlight.has(key)) throw inUse(key);
    const answer = sim.state.get('answer', key);
    if (answer === undefined || answer.at < sim.now() - ANSWERS_KEPT_MS) {
      this.#inFlight.add(key);
      return null;
    }
    if (answer.request !== request) {
      throw mismatch(
        `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      );
    }
    return answer;
  }

  end(key: string): void {
    this.#inFlight.delete(key);
  }
}

function mismatch(message: string): ApiError {
  return new ApiError(400, { type: 'idempotency_error', message });
}

function inUse(key: string): ApiError {
  return new ApiError(409, {
    type: 'idempotency_error',
    code: 'idempotency_key_in_use',
    message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
  });
}
