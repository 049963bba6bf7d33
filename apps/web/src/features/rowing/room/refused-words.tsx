import type { RoomStatus } from './live-room.ts';

type Refused = Extract<RoomStatus, { state: 'notAllowed' | 'refused' | 'lost' }>;
type Reason = Extract<Refused, { state: 'refused' }>['reason'];

const refusals = {
  board_closed: 'This board is closed. Ask the host for a new link.',
  not_signed_in: 'You are logged out. Log in again to see the others live.',
  wrong_origin: "Live data isn't available at this address. Open the page at the server's own address.",
  wrong_address: "Live data couldn't be requested. Reload the page.",
  protocol_mismatch: 'The server was updated. Reload the page to see the others live.',
  server_too_old: 'The server is being updated. Live data is back in a moment.',
  too_many_connections: 'You have too many pages open. Close some to see the others live here.',
  flooding: 'Your account has sent too many messages. Live data is back in a few seconds.',
} as const satisfies Record<Reason, string>;

/**
 * Tells the user what to do when the server refuses the live connection or the room, or the network blocks the
 * connection.
 */
export function RefusedWords({ status }: { status: Refused }) {
  if (status.state === 'lost')
    return "The live connection is blocked: the server answers, but a proxy or network on the way doesn't pass WebSockets. Tell the server's administrator, or try another network. What you row is still saved. Retrying…";
  if (status.state === 'refused') return refusals[status.reason];
  // Only an athlete who rows here still sees the page of a deleted session.
  return status.refusal.code === 'not_found'
    ? "You can't see the others in this session any more. What you row is still saved."
    : status.refusal.message;
}
