import type { TokenScope } from '@boathouse/contract/auth/tokens';
import { liveEvents } from '@boathouse/contract/live';

/** The scope that each event from a page needs of an access token. */
const scopes: ReadonlyMap<string, TokenScope> = new Map<string, TokenScope>([
  [liveEvents.joinRoom, 'read'],
  [liveEvents.leaveRoom, 'read'],
  [liveEvents.keyframeRequest, 'read'],
  [liveEvents.clockAsk, 'read'],
  [liveEvents.ergAsk, 'read'],
  [liveEvents.sample, 'write'],
  [liveEvents.memberState, 'write'],
  [liveEvents.monitorReport, 'write'],
  [liveEvents.nudge, 'host'],
  [liveEvents.setMonitors, 'host'],
]);

/** Returns `login` for what no access token may send, such as messages of the chat. */
export function scopeOf(event: string): TokenScope | 'login' {
  return scopes.get(event) ?? 'login';
}

/** Returns the words of the refusal. */
export function lacksScopeOf(scope: TokenScope | 'login'): string {
  return scope === 'login'
    ? "An access token can't send this"
    : `This access token lacks the scope "${scope}"`;
}
