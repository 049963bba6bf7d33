import { apiVersionHeader, urlOf } from '@boathouse/contract/endpoint';
import { product } from '@boathouse/contract/product';
import { answerWithinMs, isServerAway, noteAnswer, onDoubt } from './reachability.ts';

/** From one question to the next, with a random offset: after a restart not all pages ask at once. */
const askAgainMs = { min: 3_000, max: 6_000 };

/**
 * Asks the server after each doubt until it responds; returns a function that stops. The browser's own state only
 * raises a doubt: it knows its network, but not whether the server can be reached.
 */
export function watchServer(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isAsking = false;
  let isStopped = false;
  async function ask(): Promise<void> {
    if (isAsking) return;
    isAsking = true;
    clearTimeout(timer);
    const answers = await doesAnswer();
    isAsking = false;
    if (isStopped) return;
    if (answers) noteAnswer();
    else isServerAway.set(true);
    const { min, max } = askAgainMs;
    if (!answers) timer = setTimeout(doubt, min + Math.random() * (max - min));
  }
  const doubt = () => void ask();
  const stop = onDoubt(doubt);
  addEventListener('offline', doubt);
  addEventListener('online', doubt);
  if (!navigator.onLine) doubt();
  return () => {
    isStopped = true;
    clearTimeout(timer);
    stop();
    removeEventListener('offline', doubt);
    removeEventListener('online', doubt);
    noteAnswer();
  };
}

/**
 * Sends its request without `lib/api.ts`, because failures there would cause another request, and the data may have
 * come with the page.
 */
async function doesAnswer(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(answerWithinMs);
    const response = await fetch(urlOf(product.read, {}, {}), { cache: 'no-store', signal });
    // A proxy or the login page of a network may respond instead.
    return response.headers.has(apiVersionHeader);
  } catch {
    return false;
  }
}
