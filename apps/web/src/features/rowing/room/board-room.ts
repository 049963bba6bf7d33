import type { Board } from '@boathouse/contract/sessions/boards';
import { createLiveSocket, type LiveSocket } from '../../../lib/live-socket.ts';
import { liveEvents } from '@boathouse/contract/live';
import { LiveRoom } from './live-room.ts';

/**
 * Returns the room of a board, on a connection that its key admits. The server adds it to the room with the handshake,
 * so there is nothing to join or leave.
 */
export function createBoardRoom(
  key: string,
  { _id, route }: Pick<Board, '_id' | 'route'>,
): { room: LiveRoom; socket: LiveSocket } {
  const socket = createLiveSocket({ address: { board: key, route } });
  const admitted: LiveSocket = {
    ...socket,
    ask: async () => ({ ok: true }),
    send: (event, message) => event !== liveEvents.leaveRoom && socket.send(event, message),
  };
  return { room: new LiveRoom({ id: _id, userId: _id, socket: admitted }), socket };
}
