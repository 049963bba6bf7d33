import * as z from 'zod/mini';
import { IdSchema } from '../ids.ts';

/**
 * The query of the address of a page's live connection. A connection with a session serves only this session, so that a
 * proxy can send all its connections to one process, by `route`. Boards have a `route` too.
 */
export type LiveAddress = { session: string; route: string };

export const LiveAddressSchema = z.pipe(
  z.object({ session: IdSchema, route: z.string() }),
  z
    .object({ session: z.string(), route: z.string() })
    .check(
      z.refine(({ session, route }) => route === routeOf(session), 'route must be the one of the session'),
    ),
);

export function liveAddressOf(session: string): LiveAddress {
  return { session, route: routeOf(session) };
}

/**
 * Returns the FNV-1a hash of the session's id: 32 bits in hexadecimal, which reveal nothing about the other 96 bits of
 * its UUID.
 */
export function routeOf(session: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < session.length; at += 1) {
    hash = Math.imul(hash ^ session.charCodeAt(at), 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, '0');
}
