import {
  appendFileSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import type { Behaviour } from './cards.ts';
import type { EventRecord } from './event-record.ts';
import type {
  ChargeRecord,
  DisputeRecord,
  PaymentIntentRecord,
  PaymentMethodRecord,
  RefundRecord,
  VoucherType,
} from './records.ts';

/** The latest payment attempt of an intent. `settleAt` in ms; null when it is not `processing`. */
interface AttemptRecord {
  id: string;
  methodId: string;
  behaviour: Behaviour;
  settleAt: number | null;
}

/** Scheduled refund result. `at` in ms. */
interface RefundPlanRecord {
  id: string;
  status: 'succeeded' | 'failed';
  at: number;
}

/** A Pix or boleto that is shown to the payer, with its scheduled result. `at` in ms, `expiresAt` in seconds. */
export interface VoucherRecord {
  id: string;
  methodId: string;
  type: VoucherType;
  open: boolean;
  outcome: 'pay' | 'expire';
  at: number;
  expiresAt: number;
}

export interface DeliveryRecord {
  id: string;
  state: 'pending' | 'delivered' | 'dropped' | 'exhausted';
}

/** The first response to an idempotency key. `at` in ms. */
export interface ResponseRecord {
  id: string;
  request: string;
  requestId: string;
  status: number;
  body: string;
  at: number;
}

interface Records {
  intent: PaymentIntentRecord;
  method: PaymentMethodRecord;
  charge: ChargeRecord;
  refund: RefundRecord;
  refundPlan: RefundPlanRecord;
  dispute: DisputeRecord;
  attempt: AttemptRecord;
  voucher: VoucherRecord;
  event: EventRecord;
  delivery: DeliveryRecord;
  answer: ResponseRecord;
}
type Kind = keyof Records;
type Tables = { [K in Kind]: Map<string, Records[K]> };
interface Change {
  kind: Kind;
  value: Records[Kind];
}

/** Time for which the response to an idempotency key is kept, ms. */
export const ANSWERS_KEPT_MS = 24 * 60 * 60 * 1000;

const KINDS: readonly Kind[] = [
  'intent',
  'method',
  'charge',
  'refund',
  'refundPlan',
  'dispute',
  'attempt',
  'voucher',
  'event',
  'delivery',
  'answer',
];

/**
 * The simulator's state in memory, with an optional append-only journal. Each transaction is one line, written before
 * the response, so that a killed process loses nothing it has acknowledged. An incomplete last line is ignored.
 */
export class State {
  readonly #tables = Object.fromEntries(KINDS.map((kind) => [kind, new Map()])) as Tables;
  readonly #file: number | null;
  #changes: Change[] | null = null;
  #undo: (() => void)[] = [];
  #closed = false;

  constructor(dataFile: string | null, now: number) {
    this.#file = dataFile === null ? null : this.#open(dataFile, now);
  }

  get<K extends Kind>(kind: K, id: string): Records[K] | undefined {
    return this.#tables[kind].get(id);
  }

  /** A record by id. @throws Error when it does not exist */
  require<K extends Kind>(kind: K, id: string): Records[K] {
    const found = this.get(kind, id);
    if (found === undefined) throw new Error(`no ${kind} ${id}`);
    return found;
  }

  /** All records of a kind, oldest first. */
  all<K extends Kind>(kind: K): Records[K][] {
    return [...this.#tables[kind].values()];
  }

  /** Stores a record. @throws Error outside a `transaction` */
  put<K extends Kind>(kind: K, value: Records[K]): void {
    if (this.#changes === null) throw new Error('put outside a transaction');
    const table = this.#tables[kind];
    const before = table.get(value.id);
    this.#undo.push(() => (before === undefined ? table.delete(value.id) : table.set(value.id, before)));
    table.set(value.id, value);
    this.#changes.push({ kind, value });
  }

  /** Runs `work` atomically: keeps all writes, or none if it throws. It is synchronous, so that none overlap. */
  transaction<T>(work: () => T): T {
    if (this.#closed) throw new Error('the simulator has stopped');
    this.#changes = [];
    this.#undo = [];
    try {
      const result = work();
      if (this.#file !== null && this.#changes.length > 0) {
        appendFileSync(this.#file, `${JSON.stringify(this.#changes)}\n`);
      }
      return result;
    } catch (error) {
      for (const step of this.#undo.reverse()) step();
      throw error;
    } finally {
      this.#changes = null;
    }
  }

  close(): void {
    this.#closed = true;
    if (this.#file !== null) closeSync(this.#file);
  }

  /** Loads the journal and replaces it atomically by a shorter one with the current records. */
  #open(dataFile: string, now: number): number {
    mkdirSync(dirname(dataFile), { recursive: true });
    if (existsSync(dataFile)) {
      const whole = readFileSync(dataFile, 'utf8').split('\n').slice(0, -1);
      for (const line of whole) this.#replay(line);
      for (const answer of this.all('answer')) {
        if (answer.at < now - ANSWERS_KEPT_MS) this.#tables.answer.delete(answer.id);
      }
      const compact = `${dataFile}.new`;
      writeFileSync(compact, this.#lines(), { mode: 0o600 });
      renameSync(compact, dataFile);
    }
    return openSync(dataFile, 'a', 0o600);
  }

  #replay(line: string): void {
    const changes: Change[] = JSON.parse(line);
    for (const { kind, value } of changes)
      (this.#tables[kind] as Map<string, typeof value>).set(value.id, value);
  }

  #lines(): string {
    const lines = KINDS.flatMap((kind) => this.all(kind).map((value) => JSON.stringify([{ kind, value }])));
    return lines.map((line) => `${line}\n`).join('');
  }
}
