import type { Endpoint, EndpointArgs, EndpointResponse } from '@boathouse/contract/endpoint';
import { callEndpoint, NetworkError } from '../api.ts';
import { loadChunk } from '../load-chunk.ts';
import { actsAs } from '../server/login-state.ts';
import type { Described } from './outbox.ts';
import { hasEntry } from './waits.ts';

const loadOutbox = () => loadChunk(() => import('./outbox.ts'));

/**
 * Calls an idempotent endpoint. Without the server the call is stored on this device and sent later; then returns null.
 * Either way it replaces the queued call with the same key.
 * @throws ApiError; NetworkError if this device can't keep it
 */
export async function callOrKeep<E extends Endpoint>(
  endpoint: E,
  args: EndpointArgs<E>,
  described: Described,
): Promise<EndpointResponse<E> | null> {
  const { key } = described;
  const login = actsAs();
  const call = () => callEndpoint(endpoint, args);
  try {
    if (login === null || !hasEntry(key)) return await call();
    const { callInPlaceOf } = await loadOutbox();
    return await callInPlaceOf(login, key, call);
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error;
    const kept = await loadOutbox()
      .then(({ keepCall }) => keepCall(endpoint, args, described))
      .catch(() => false);
    if (!kept) throw error;
    return null;
  }
}

/**
 * Returns an id for an entry of the user, so that it is stored once even if it is sent repeatedly. Its code loads at
 * the first one.
 */
export async function newId(): Promise<string> {
  const { v7 } = await loadChunk(() => import('uuid'));
  return v7();
}

/** The message after a press whose text was not sent. */
export const notSentWords = 'Not sent yet: kept on this device, and sent when the server can be reached';
