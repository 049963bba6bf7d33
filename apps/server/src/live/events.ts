import * as z from 'zod/mini';
import { RefusedError, type Connection } from './room/connection.ts';
import type { EventKind } from './wire/message-limits.ts';

export type LiveEvent = {
  name: string;
  /** The kind whose limit it counts toward. */
  kind: EventKind;
  /** @throws RefusedError, also for a message that does not fit the event's schema */
  receive(connection: Connection, message: unknown): Promise<void> | void;
};

/** Connects an event with its schema: parses the message once and passes the parsed value to the handler. */
export function liveEvent<S extends z.core.$ZodType>(
  name: string,
  schema: S,
  handle: (connection: Connection, message: z.output<S>) => Promise<void> | void,
  kind: EventKind = 'other',
): LiveEvent {
  return {
    name,
    kind,
    receive(connection, message) {
      const parsed = z.safeParse(schema, message);
      if (!parsed.success) throw new RefusedError('bad_message', describeIssues(parsed.error));
      return handle(connection, parsed.data);
    },
  };
}

/** Returns up to three invalid fields with the error of each. */
function describeIssues(error: z.core.$ZodError): string {
  return error.issues
    .slice(0, 3)
    .map((issue) => `${issue.path.join('.') || 'message'}: ${issue.message}`)
    .join('; ');
}
