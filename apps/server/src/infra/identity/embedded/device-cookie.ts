import { createHmac, timingSafeEqual } from 'node:crypto';

const lifetimeSec = 365 * 24 * 60 * 60;

/** The signed cookie of a browser that has signed in to an account with its password. */
export class DeviceCookie {
  readonly #secret: string;
  readonly #isSecure: boolean;
  readonly #name: string;

  constructor(secret: string, isSecure: boolean) {
    this.#secret = secret;
    this.#isSecure = isSecure;
    this.#name = `${isSecure ? '__Secure-' : ''}boathouse.device`;
  }

  /** Returns the `Set-Cookie` that marks the browser as known for `account`. */
  make(account: string): string {
    const value = encodeURIComponent(`${account}.${this.#sign(account)}`);
    const secure = this.#isSecure ? '; Secure' : '';
    return `${this.#name}=${value}; Max-Age=${lifetimeSec}; Path=/; HttpOnly${secure}; SameSite=Lax`;
  }

  /** Returns the account of a request's cookie; null without one or with a wrong signature. */
  read(headers: Headers): string | null {
    const value = cookieNamed(headers, this.#name);
    const end = value?.lastIndexOf('.') ?? -1;
    if (value === null || end < 1) return null;
    const account = value.slice(0, end);
    const given = Buffer.from(value.slice(end + 1));
    const right = Buffer.from(this.#sign(account));
    return given.length === right.length && timingSafeEqual(given, right) ? account : null;
  }

  #sign(account: string): string {
    return createHmac('sha256', this.#secret).update(account).digest('base64');
  }
}

/** Returns the value of a request's cookie; null without it. */
export function cookieNamed(headers: Headers, name: string): string | null {
  for (const pair of (headers.get('cookie') ?? '').split(';')) {
    const [key = '', ...rest] = pair.trim().split('=');
    if (key !== name) continue;
    try {
      return decodeURIComponent(rest.join('='));
    } catch {
      return null;
    }
  }
  return null;
}
