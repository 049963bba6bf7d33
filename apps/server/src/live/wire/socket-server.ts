import type { IncomingMessage, Server as HttpServer, ServerResponse } from 'node:http';
import { Server } from 'socket.io';
import { liveLimits } from '@boathouse/contract/limits';
import { problemText } from '../../http/problem.ts';
import type { SetSecurityHeaders } from '../../http/security-headers.ts';
import { isLiveHandshake, livePath } from './upgrade-request.ts';

type SocketServerOptions = {
  httpServer: HttpServer;
  /** Sets the headers of error responses to handshakes, which no socket serves. */
  setSecurityHeaders: SetSecurityHeaders;
};

/** Returns Socket.IO at /socket.io, websocket transport only. */
export function createSocketServer({ httpServer, setSecurityHeaders }: SocketServerOptions): Server {
  const io = new Server(httpServer, {
    path: livePath,
    transports: ['websocket'],
    // Compressed messages are written later than requested, and `PackedWire` writes between them.
    perMessageDeflate: false,
    serveClient: false,
    maxHttpBufferSize: liveLimits.messageMaxBytes,
    connectTimeout: liveLimits.connectWithinMs,
    pingInterval: 10_000,
    pingTimeout: 10_000,
  });
  io.engine.use((request: IncomingMessage, response: ServerResponse, next: () => void) => {
    setSecurityHeaders(request, response);
    if (isLiveHandshake(request)) return next();
    const problem = problemText('bad_request', 'Only WebSocket connections of Socket.IO are served here');
    response.writeHead(400, {
      'content-type': 'application/problem+json',
      'content-length': Buffer.byteLength(problem),
    });
    response.end(problem);
  });
  return io;
}
