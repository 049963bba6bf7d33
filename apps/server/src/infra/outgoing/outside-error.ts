/** Why an address can't be used, or did not respond, as a text for the user who set it. */
export class OutsideError extends Error {
  override name = 'OutsideError';
}

/** Returns the words for an error of a connection, by the code of the system or of TLS. */
export function wordsOf(error: unknown): string {
  const code: unknown = error instanceof Error ? (Reflect.get(error, 'code') ?? undefined) : undefined;
  if (code === undefined && error instanceof Error && error.cause !== undefined) return wordsOf(error.cause);
  if (code === 'ECONNREFUSED') return 'The connection was refused';
  if (code === 'ECONNRESET' || code === 'UND_ERR_SOCKET') {
    return 'The connection was closed without a response';
  }
  if (typeof code === 'string' && /CERT|TLS|SSL|SIGNED/.test(code)) return 'The certificate is not valid';
  return 'The connection failed';
}
