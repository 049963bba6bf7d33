import { auth } from '@boathouse/contract/auth';
import { callApi, UnexpectedAnswerError } from '../../lib/api.ts';

/** Why the popup has not signed anybody in, in words for a person. */
class PopupError extends Error {
  override name = 'PopupError';
}

/** What the popup's last page tells; `public/sign-in-popup.js` sends it. */
type PopupMessage = { attempt: string | null; error: string | null };

const channelName = 'boathouse-sign-in';
const closedCheckMs = 300;
/** A popup that closes itself has sent its message before; it may be on its way this long. */
const lastWordMs = 1_000;

function readMessage(data: unknown): PopupMessage | null {
  if (typeof data !== 'object' || data === null || !('attempt' in data) || !('error' in data)) return null;
  const { attempt, error } = data;
  const isText = (value: unknown): value is string | null => value === null || typeof value === 'string';
  return isText(attempt) && isText(error) ? { attempt, error } : null;
}

/**
 * Opens the window while the click is still being handled: later, a browser would block it.
 * @throws PopupError when the browser blocks it all the same
 */
export function openPopup(): Window {
  const [width, height] = [480, 680];
  const left = Math.round(window.screenX + Math.max(0, (window.outerWidth - width) / 2));
  const top = Math.round(window.screenY + Math.max(0, (window.outerHeight - height) / 3));
  const popup = window.open('', '', `popup,width=${width},height=${height},left=${left},top=${top}`);
  if (popup === null) throw new PopupError('The sign-in window was blocked by the browser.');
  return popup;
}

/**
 * Leads the popup to the provider and waits for its end.
 * @throws PopupError, ApiError with the server's message, NetworkError
 */
export async function signInThroughPopup(popup: Window, providerName: string): Promise<void> {
  const attempt = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
  const listening = new AbortController();
  const end = endOf(attempt, popup, listening.signal);
  try {
    const url = await providerUrl(`/sign-in-popup.html?attempt=${attempt}`);
    popup.location.replace(url);
    const error = await end;
    if (error !== null) throw new PopupError(wordsFor(error, providerName));
  } catch (error) {
    popup.close();
    throw error;
  } finally {
    listening.abort();
  }
}

/** Calls back whenever any window of this browser has signed somebody in, also one that was given up on. */
export function onPopupSignIn(listener: () => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener('message', ({ data }) => {
    if (readMessage(data)?.error === null) listener();
  });
  return () => channel.close();
}

async function providerUrl(endPage: string): Promise<string> {
  const body = { provider: 'oidc', callbackURL: endPage, errorCallbackURL: endPage } as const;
  const { url } = await callApi(auth.beginPopup, { body });
  if (/^https?:\/\//.test(url)) return url;
  throw new UnexpectedAnswerError('POST /api/auth/sign-in/social', 'no address of the provider');
}

const closed = 'closed';

/** Null when somebody is signed in, else the provider's error code, or `closed`. */
function endOf(attempt: string, popup: Window, signal: AbortSignal): Promise<string | null> {
  return new Promise((resolve) => {
    const channel = new BroadcastChannel(channelName);
    let closedChecks = 0;
    const timer = setInterval(() => {
      // A provider may cut its window off from this page, which then looks closed while the person is still in it.
      closedChecks = popup.closed && document.hasFocus() ? closedChecks + 1 : 0;
      if (closedChecks * closedCheckMs > lastWordMs) resolve(closed);
    }, closedCheckMs);
    channel.addEventListener('message', ({ data }) => {
      const message = readMessage(data);
      // A sign-in that went wrong before the server could tell whose it is comes without its attempt.
      const isMine = message?.attempt === attempt || (message?.attempt === null && message.error !== null);
      if (message && isMine) resolve(message.error);
    });
    signal.addEventListener('abort', () => {
      clearInterval(timer);
      channel.close();
    });
  });
}

function wordsFor(code: string, provider: string): string {
  switch (code) {
    case closed:
      return 'The sign-in window was closed.';
    case 'access_denied':
      return 'The sign-in was cancelled.';
    case 'account_not_linked':
      return `There is already an account with this email. Log in with its password. To use ${provider} as well, reset the password by mail once.`;
    case 'unable_to_link_account':
      return `The account with this email belongs to another account at ${provider}.`;
    case 'email_not_found':
      return `${provider} did not tell your email address, and without one there is no account here.`;
    case 'state_mismatch':
    case 'state_not_found':
      return 'The sign-in took too long, or was begun at another address. Try again.';
    default:
      return `${provider} could not sign you in (${code}).`;
  }
}
