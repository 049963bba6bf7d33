import { HttpError } from './errors.ts';

/** Letters and digits with a percent sign, which no address needs (RFC 3986, 6.2.2.2). */
const encodedLetter = /%(3\d|[46][1-9a-f]|[57][\da])/i;

/**
 * Refuses request targets that the router reads as another spelling of an address, because a proxy in front decides by
 * the spelling.
 * @throws HttpError 400
 */
export function requirePlainTarget(target: string): void {
  const [path = ''] = target.split('?', 1);
  if (!path.startsWith('/')) throw refusal('The address of a request must begin with /');
  if (encodedLetter.test(path)) throw refusal('The address of a request must not encode letters or digits');
}

const refusal = (message: string) => new HttpError(400, 'bad_request', message);
