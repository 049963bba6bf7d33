const firstMs = 15_000;
const longestMs = 3_600_000;
/** A message is tried at least this often while it is valid. */
const triesWhileValid = 6;
const firstPauseMs = 10_000;

/**
 * Returns how long a message waits after a failure, in milliseconds: doubled after each, with up to a half at random,
 * so that messages that failed together are not tried together.
 * @param attempts from 1 on
 * @param validMs how long the message is valid from the beginning
 * @param random from 0 to 1
 */
export function delayOf(attempts: number, validMs: number, random: number): number {
  const mostMs = Math.min(longestMs, validMs / triesWhileValid);
  return Math.round(Math.min(firstMs * 2 ** Math.min(attempts - 1, 20), mostMs) * (1 + random / 2));
}

/**
 * Returns how long a destination gets no messages after a failure, in milliseconds.
 * @param failures from 0 on
 */
export function pauseOf(failures: number, mostMs: number, random: number): number {
  return Math.round(Math.min(firstPauseMs * 2 ** Math.min(failures, 20), mostMs) * (0.75 + random / 4));
}
