import { createListeners, createStore } from '../store.ts';

/** A server that takes longer counts as unavailable. */
export const answerWithinMs = 10_000;

/** Whether the server does not respond; false while nothing sends it requests (`watch-server.ts`). */
export const isServerAway = createStore(false);
const doubts = createListeners();
let isDoubted = false;
let answers = 0;

/** Notes a response of our server. */
export function noteAnswer(): void {
  answers += 1;
  isDoubted = false;
  isServerAway.set(false);
}

/** How many responses were noted since the page opened. */
export function answersSoFar(): number {
  return answers;
}

/**
 * Notes a request or connection without a response. The server is unavailable only if it doesn't respond to a question
 * either.
 */
export function noteNoAnswer(): void {
  isDoubted = true;
  doubts.call();
}

/** Calls the listener after each doubt, and at once if there was one since the last response. */
export function onDoubt(listener: () => void): () => void {
  if (isDoubted) listener();
  return doubts.subscribe(listener);
}
