import { auth } from '@boathouse/contract/auth';
import { callApi, UnexpectedAnswerError } from '../../../lib/api.ts';

/** Why the popup has not signed the user in; the message is for the user. */
class PopupError extends Error {
  override name = 'PopupError';
}

/** The message of the popup's last page, sent by `public/sign-in-popup.js`. */
type PopupMessage = { attempt: string | null; error: string | null };

const channelName = 'boathouse-sign-in';
const closedCheckMs = 300;
/** How long the message of a popup that has closed itself may take to arrive. */
const lastWordMs = 1_000;

function readMessage(data: unknown): PopupMessage | null {
  if (typeof data !== 'object' || data === null || !('attempt' in data) || !('error' in data)) return null;
  const { attempt, error } = data;
  const isText = (value: unknown): value is string | null => value === null || typeof value === 'string';
  return isText(attempt) && isText(error) ? { attempt, error } : null;
}

/**
 * Opens the window. Call it while the click is being handled, or the browser blocks it.
 * @throws PopupError when the browser blocks it anyway
 */
export function openPopup(): Window {
  const [width, height] = [480, 680];
  const left = Math.round(window.screenX + Math.max(0, (window.outerWidth - width) / 2));
  const top = Math.round(window.screenY + Math.max(0, (window.outerHeight - height) / 3));
  const popup = window.open('', '', `popup,width=${width},height=${height},left=${left},top=${top}`);
  if (popup === null)
    throw new PopupError(
      'The browser blocked the sign-in window. Allow pop-ups for this page, then try again.',
    );
  return popup;
}

/**
 * Sends the popup to the provider and waits for its end.
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

/** Calls back whenever any window of this browser has signed a user in, even one that is no longer awaited. */
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
  throw new UnexpectedAnswerError('POST /api/auth/sign-in/social', 'no URL of the provider');
}

const closed = 'closed';

/** Resolves to null after a sign-in, otherwise to the provider's error code, or `closed`. */
function endOf(attempt: string, popup: Window, signal: AbortSignal): Promise<string | null> {
  return new Promise((resolve) => {
    const channel = new BroadcastChannel(channelName);
    let closedChecks = 0;
    const timer = setInterval(() => {
      // A provider may isolate its window from this page, which then looks closed while it is still open.
      closedChecks = popup.closed && document.hasFocus() ? closedChecks + 1 : 0;
      if (closedChecks * closedCheckMs > lastWordMs) resolve(closed);
    }, closedCheckMs);
    channel.addEventListener('message', ({ data }) => {
      const message = readMessage(data);
      // A sign-in that failed before the server could identify it has no attempt.
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
      return 'The sign-in was canceled.';
    case 'account_not_linked':
      return `There is already an account with this email. Log in with its password. To use ${provider} as well, reset the password by email once.`;
    case 'account_locked':
      return 'This account is locked. Ask the administrator of this server.';
    case 'unable_to_link_account':
      return `${provider} can't be used with the account that has this email. Log in with its password.`;
    case 'email_not_found':
      return `${provider} didn't share your email address, which is required.`;
    case 'unable_to_get_user_info':
      return `${provider} didn't confirm who you are. Try again.`;
    case 'state_mismatch':
    case 'state_not_found':
      return 'The sign-in took too long, or was started at another address. Try again.';
    default:
      return `${provider} couldn't log you in (${code}). Try again.`;
  }
}
