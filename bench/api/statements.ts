import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import * as z from 'zod/mini';

/** As text, or in the binary form that the driver sends. */
type Value = string | Buffer | null;
/** A statement as the server sent it to PostgreSQL, with the values that it had. */
type Statement = { text: string; values: Value[] };

/**
 * A proxy between the product and PostgreSQL that records the product's statements from the messages of the wire
 * protocol (PostgreSQL manual, "Message Formats"). It needs no extension of the database and no change of the product.
 */
export class StatementRecorder {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #recorded: Statement[] = [];
  /** Settings that the product's newest connection requested; plans depend on them. */
  options = '';

  private constructor(target: URL) {
    this.#server = createServer((client) => {
      const database = connect(Number(target.port || 5432), target.hostname);
      const messages = new Messages(
        (statement) => this.#recorded.push(statement),
        (options) => {
          this.options = options;
        },
      );
      client.on('data', (bytes: Buffer) => messages.add(bytes));
      for (const [from, to] of [
        [client, database],
        [database, client],
      ] as const) {
        this.#sockets.add(from);
        from.on('error', () => to.destroy());
        from.on('close', () => this.#sockets.delete(from));
        from.pipe(to);
      }
    });
  }

  static async start(target: URL): Promise<StatementRecorder> {
    const recorder = new StatementRecorder(target);
    await new Promise<void>((resolve) => void recorder.#server.listen(0, '127.0.0.1', resolve));
    return recorder;
  }

  get port(): number {
    const address: AddressInfo | string | null = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('The recorder has no port');
    return address.port;
  }

  /** Returns the statements since the last call. */
  take(): Statement[] {
    const recorded = this.#recorded;
    this.#recorded = [];
    return recorded;
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/** Reads the messages of one client. */
class Messages {
  #rest: Buffer = Buffer.alloc(0);
  /** The first message has no type. */
  #isStarted = false;
  readonly #texts = new Map<string, string>();
  readonly #portals = new Map<string, Statement>();
  readonly #onStatement: (statement: Statement) => void;
  readonly #onOptions: (options: string) => void;

  constructor(onStatement: (statement: Statement) => void, onOptions: (options: string) => void) {
    this.#onStatement = onStatement;
    this.#onOptions = onOptions;
  }

  add(bytes: Buffer): void {
    this.#rest = Buffer.concat([this.#rest, bytes]);
    for (;;) {
      const lengthAt = this.#isStarted ? 1 : 0;
      if (this.#rest.length < lengthAt + 4) return;
      const end = lengthAt + this.#rest.readInt32BE(lengthAt);
      if (this.#rest.length < end) return;
      if (this.#isStarted) {
        this.#read(String.fromCharCode(this.#rest[0] ?? 0), new Body(this.#rest.subarray(5, end)));
      } else {
        // Length and version, then names and values in turn.
        const texts = this.#rest.toString('utf8', 8, end).split('\0');
        const at = texts.indexOf('options');
        if (at >= 0) this.#onOptions(texts[at + 1] ?? '');
      }
      this.#isStarted = true;
      this.#rest = this.#rest.subarray(end);
    }
  }

  #read(type: string, body: Body): void {
    if (type === 'Q') this.#onStatement({ text: body.text(), values: [] });
    if (type === 'P') this.#texts.set(body.text(), body.text());
    if (type === 'B') {
      const portal = body.text();
      const text = this.#texts.get(body.text()) ?? '';
      this.#portals.set(portal, { text, values: body.values() });
    }
    const executed = type === 'E' ? this.#portals.get(body.text()) : undefined;
    if (executed) this.#onStatement(executed);
  }
}

class Body {
  #at = 0;
  readonly #bytes: Buffer;
  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  text(): string {
    const end = this.#bytes.indexOf(0, this.#at);
    const text = this.#bytes.toString('utf8', this.#at, end);
    this.#at = end + 1;
    return text;
  }

  #int16(): number {
    this.#at += 2;
    return this.#bytes.readInt16BE(this.#at - 2);
  }

  /** Values of a Bind message; it names no format, one for all values, or one for each. */
  values(): Value[] {
    const formats = Array.from({ length: this.#int16() }, () => this.#int16());
    return Array.from({ length: this.#int16() }, (_, index) => {
      const length = this.#bytes.readInt32BE(this.#at);
      this.#at += 4;
      if (length < 0) return null;
      this.#at += length;
      const bytes = this.#bytes.subarray(this.#at - length, this.#at);
      const isBinary = (formats.length === 1 ? formats[0] : formats[index]) === 1;
      return isBinary ? bytes : bytes.toString('utf8');
    });
  }
}

const PlanSchema = z.object({
  'Node Type': z.string(),
  'Relation Name': z.optional(z.string()),
  get Plans() {
    return z.optional(z.array(PlanSchema));
  },
});
type Plan = z.infer<typeof PlanSchema>;
const ExplainedSchema = z.tuple([z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: PlanSchema })]) })]);

/** Whether PostgreSQL plans it: not "begin" or "set". */
export function hasPlan({ text }: Statement): boolean {
  return /^\s*\(?\s*(select|with|insert|update|delete)\b/i.test(text);
}

/**
 * Returns the tables that a statement would read whole, planned with the call's values: the driver names no statements,
 * so the server also plans each call with its values.
 */
export async function sequentialScansOf(
  { text, values }: Statement,
  query: (text: string, values: Value[]) => Promise<unknown[]>,
): Promise<string[]> {
  const [explained] = ExplainedSchema.parse(await query(`explain (format json) ${text}`, values));
  const nodes: Plan[] = [explained['QUERY PLAN'][0].Plan];
  const scanned: string[] = [];
  for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
    if (node['Node Type'] === 'Seq Scan') scanned.push(node['Relation Name'] ?? '?');
    nodes.push(...(node.Plans ?? []));
  }
  return scanned;
}
