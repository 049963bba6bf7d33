import { apiVersionHeader, urlOf } from '@boathouse/contract/endpoint';
import { product } from '@boathouse/contract/product';
import { answerWithinMs, isServerAway, noteAnswer, onDoubt } from './reachability.ts';

/** From one question to the next, at random in between: after a restart not all pages ask at once. */
const askAgainMs = { min: 3_000, max: 6_000 };

/**
 * Asks the server after each doubt until it answers; returns a function that stops. The browser's own opinion counts as a
 * doubt only: it knows its network, and not whether the server can be reached.
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

/** Asks beside `lib/api.ts`: what that notes would be asked about again, and its data may have come with the page. */
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
