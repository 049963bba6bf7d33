import { createListeners, createStore } from '../store.ts';

/** A server that takes longer counts as away. */
export const answerWithinMs = 10_000;

/** Whether the server does not answer; false while nothing asks it (`watch-server.ts`). */
export const isServerAway = createStore(false);
const doubts = createListeners();

/** Notes a response of our server. */
export function noteAnswer(): void {
  isServerAway.set(false);
}

/** Notes a request or connection without a response. The server is away only once it doesn't answer a question either. */
export const noteNoAnswer = doubts.call;
export const onDoubt = doubts.subscribe;
