import { liveProtocol } from '@boathouse/contract/live';
import type { LiveAddress } from '@boathouse/contract/live/address';
import { io, WebSocket, type Socket } from 'socket.io-client';

type Transport = typeof WebSocket;

export type ConnectionOptions = {
  url?: string;
  extraHeaders?: Record<string, string>;
  /** Default: the browser's websocket. */
  transport?: Transport;
  /** A board's key admits the connection instead of a login. */
  address?: LiveAddress | { board: string; route: string };
};

/** Returns Socket.IO's transport without its binary messages, which are packed and not Socket.IO's. */
function withPacked(Base: Transport, receive: (bytes: Uint8Array) => void): Transport {
  return class extends Base {
    override doOpen() {
      const opened = super.doOpen();
      // As in browsers; outside them Engine.IO requires features that only some websockets have.
      if (this.ws) this.ws.binaryType = 'arraybuffer';
      return opened;
    }

    protected override onData(data: unknown): void {
      if (typeof data === 'string') super.onData(data);
      else if (data instanceof ArrayBuffer) receive(new Uint8Array(data));
    }
  };
}

/** Returns a client of Socket.IO that is not connected yet; packed messages are passed to `receivePacked`. */
export function openConnection(
  options: ConnectionOptions,
  receivePacked: (bytes: Uint8Array) => void,
): Socket {
  return io(options.url ?? '', {
    autoConnect: false,
    // Otherwise the client shares one connection between the sockets of an origin.
    forceNew: true,
    transports: [withPacked(options.transport ?? WebSocket, receivePacked)],
    auth: { protocol: liveProtocol },
    reconnectionDelay: 500,
    reconnectionDelayMax: 3_000,
    timeout: 8_000,
    ...(options.address === undefined ? {} : { query: options.address }),
    ...(options.extraHeaders ? { extraHeaders: options.extraHeaders } : {}),
  });
}
