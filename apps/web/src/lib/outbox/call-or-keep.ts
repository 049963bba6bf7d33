import type { Endpoint, EndpointArgs, EndpointResponse } from '@boathouse/contract/endpoint';
import { callEndpoint, NetworkError } from '../api.ts';
import { loadChunk } from '../load-chunk.ts';
import { actsAs } from '../server/login-state.ts';
import type { Described } from './outbox.ts';
import { hasEntry } from './waits.ts';

const loadOutbox = () => loadChunk(() => import('./outbox.ts'));

/**
 * Calls an idempotent endpoint. Without the server the call is kept on this device and sent later; returns null then. Either way it
 * takes the place of what waits with its key.
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

/** Returns an id for what the user has written, so that it is stored once however often it is sent. Its code loads at the first one. */
export async function newId(): Promise<string> {
  const { v7 } = await loadChunk(() => import('uuid'));
  return v7();
}

/** The message after a press whose text was not sent. */
export const notSentWords = 'Not sent yet: kept on this device, and sent when the server can be reached';
