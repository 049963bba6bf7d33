/**
 * Returns another party's response, or rejects if none comes within this time.
 * @param words name the party that did not respond, as in "The server did not respond": shown to users
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
