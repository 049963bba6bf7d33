import { DrizzleQueryError } from 'drizzle-orm';
import { pino, stdSerializers, type DestinationStream, type Logger } from 'pino';

/** Opens the server's log: JSON lines, without credentials, passwords, tokens and query parameters. */
export function openLog(level: string, to?: DestinationStream): Logger {
  const options = {
    level,
    redact: ['req.headers.cookie', 'req.headers.authorization', '*.password', '*.token'],
    serializers: { err: (error: unknown) => (error instanceof Error ? describe(error) : error) },
  };
  return to === undefined ? pino(options) : pino(options, to);
}

function describe(error: Error): object {
  if (!(error instanceof DrizzleQueryError)) return stdSerializers.err(error);
  const described = new Error(`Failed query: ${error.query}`, { cause: error.cause });
  described.name = error.name;
  described.stack = (error.stack ?? '').replace(error.message, () => described.message);
  return stdSerializers.err(described);
}
