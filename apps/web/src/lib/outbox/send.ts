import { ProblemSchema } from '@boathouse/contract/errors';
import { exchangeJson } from '../api.ts';
import { actsAs } from '../server/login-state.ts';
import { inTurn, readWaiting, sendWaiting, type Entry, type Sent } from './outbox.ts';

/** Sends the calls that wait of a user, unless another tab is sending. Returns whether something was sent. */
export function sendAll(login: string): Promise<boolean> {
  return inTurn(() => sendWaiting(login, send), { ifAvailable: true });
}

/**
 * Sends waiting entries before a call that needs one of them on the server. Returns whether the server has responded to
 * it.
 */
export async function sendBefore(key: string): Promise<boolean> {
  const login = actsAs();
  if (login === null) return false;
  await sendAll(login);
  const entry = (await readWaiting(login)).find((each) => each.key === key);
  return entry === undefined || entry.refusal !== null;
}

async function send({ method, url, body, login, room }: Entry): Promise<Sent> {
  if (room !== undefined) return 'elsewhere';
  // Another user has logged in in the meantime: the entry waits for its own.
  if (actsAs() !== login) return 'later';
  const answer = await exchangeJson({ method, url, body }).catch(() => null);
  // Without the server: a proxy or a network's login page responds, perhaps with 200.
  if (!answer?.isOurs) return 'later';
  // While the server is busy, or once the login has ended.
  if ([401, 408, 429].includes(answer.status) || answer.status >= 500) return 'later';
  if (answer.status < 300) return 'sent';
  const problem = ProblemSchema.safeParse(answer.body);
  return problem.success ? { refusal: `${problem.data.message}.` } : 'later';
}
