import type { Endpoint } from '@boathouse/contract/endpoint';
import { callOf } from './calls.ts';
import { mayUse, type Caller } from '../caller.ts';
import { HttpError } from '../errors.ts';

/**
 * Refuses a call that the caller's access token may not make; a login may make every call.
 * @throws HttpError 403 insufficient_scope
 */
export function requireScope(caller: Caller, endpoint: Endpoint | undefined): void {
  if (caller.scopes === null) return;
  const scope = endpoint ? (callOf(endpoint)?.scope ?? 'login') : 'login';
  if (scope === 'any' || scope === 'public') return;
  if (scope === 'login') {
    throw new HttpError(403, 'insufficient_scope', "An access token can't make this call. Log in instead.");
  }
  if (!mayUse(caller, scope)) {
    throw new HttpError(403, 'insufficient_scope', `This access token lacks the scope "${scope}"`);
  }
}
