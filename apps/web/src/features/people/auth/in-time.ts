import { NetworkError } from '../../../lib/api.ts';

/** A server may take a request and never respond. */
export const answerWithinMs = 20_000;

/** Returns the answer, or rejects after `answerWithinMs`, so that the form can be sent again. @throws NetworkError */
export async function inTime<Answer>(answer: Promise<Answer>): Promise<Answer> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NetworkError(null)), answerWithinMs);
  });
  try {
    return await Promise.race([answer, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
