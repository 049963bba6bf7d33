import * as z from 'zod/mini';
import type { Connection } from './connection.ts';

export type LiveEvent = {
  name: string;
  schema: z.core.$ZodType;
  handle(connection: Connection, message: unknown): Promise<void> | void;
};

/** Ties an event to the schema of its message: a handler only ever sees a parsed one. */
export function liveEvent<S extends z.core.$ZodType>(
  name: string,
  schema: S,
  handle: (connection: Connection, message: z.output<S>) => Promise<void> | void,
): LiveEvent {
  return { name, schema, handle: (connection, message) => handle(connection, z.parse(schema, message)) };
}

/** What is wrong with a message, naming its fields. */
export function sayWhatIsWrong(error: z.core.$ZodError): string {
  return error.issues
    .slice(0, 3)
    .map((issue) => `${issue.path.join('.') || 'message'}: ${issue.message}`)
    .join('; ');
}
