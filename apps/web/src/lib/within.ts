/**
 * Returns what another party answers, or rejects once it has not for so long.
 * @param words says who did not answer, as in "The server did not respond": shown to users
 */
export async function within<T>(ms: number, words: string, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${words} for ${ms / 1_000} s`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
