import { NetworkError } from '../../../lib/api.ts';
import { isWorthRetrying } from './upload-errors.ts';

const firstDelayMs = 1_000;
const longestDelayMs = 32_000;

/** Delay before attempt `tries` + 1: doubles, with jitter so that many pages do not retry at the same time. */
export function retryDelayMs(tries: number, random: () => number): number {
  return Math.min(firstDelayMs * 2 ** (tries - 1), longestDelayMs) * (0.5 + random() / 2);
}

/** Waits; rejects with the signal's reason when aborted. */
export function wait(delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(signal.reason);
      return;
    }
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, delayMs);
    signal.addEventListener('abort', stop, { once: true });
  });
}

type RetryOptions = {
  signal: AbortSignal;
  /** It spans the start of the first attempt to the end of the last. */
  withinMs: number;
  random: () => number;
};

/**
 * Retries until it succeeds, fails permanently, or times out, which aborts the running attempt.
 * @throws the error of the last attempt, or the reason of `signal`
 */
export async function retrying<T>(
  attempt: (signal: AbortSignal) => Promise<T>,
  options: RetryOptions,
): Promise<T> {
  const { signal, withinMs, random } = options;
  const startedAt = Date.now();
  for (let tries = 1; ; tries += 1) {
    try {
      return await within(attempt, signal, startedAt + withinMs - Date.now());
    } catch (error) {
      signal.throwIfAborted();
      const delayMs = retryDelayMs(tries, random);
      const isTimeLeft = Date.now() + delayMs < startedAt + withinMs;
      if (!isWorthRetrying(error) || !isTimeLeft) throw error;
      await wait(delayMs, signal);
    }
  }
}

async function within<T>(
  attempt: (signal: AbortSignal) => Promise<T>,
  signal: AbortSignal,
  leftMs: number,
): Promise<T> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(new NetworkError('no response in time')), leftMs);
  try {
    return await attempt(AbortSignal.any([signal, timeout.signal]));
  } catch (error) {
    throw timeout.signal.aborted ? timeout.signal.reason : error;
  } finally {
    clearTimeout(timer);
  }
}
