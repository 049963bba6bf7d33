/**
 * The used parts of packages whose own types are installed with the benchmarks only, so that the root's checks need not
 * install them.
 */
declare module '@colyseus/schema' {
  type Iterator = { offset: number };
  export const decode: { number(bytes: Uint8Array, it: Iterator): number };
  export type Decoder<S> = { state: S; decode(bytes: Uint8Array, it: Iterator): unknown };
  export const Reflection: { decode<S>(bytes: Uint8Array): Decoder<S> };

  /** A field of a schema, whose value is `T`. */
  type Field<T> = { readonly '~value': T };
  type Fields = Record<string, Field<unknown>>;
  type Values<F extends Fields> = { [K in keyof F]: F[K]['~value'] };
  type SchemaClass<F extends Fields> = new () => Values<F>;
  export function schema<F extends Fields>(fields: F, name: string): SchemaClass<F>;
  export const t: Record<'uint8' | 'uint16' | 'uint32', () => Field<number>> & {
    map<F extends Fields>(of: SchemaClass<F>): Field<Map<string, Values<F>>>;
  };
}

declare module '@colyseus/core' {
  export type Client = { sessionId: string; userData?: unknown };
  export class Room {
    state: object;
    patchRate: number | null;
    onMessage(type: string, listener: (client: Client, message: unknown) => void): void;
  }
  export class Server {
    constructor(options: { transport: object; greet: boolean });
    define(name: string, room: new () => object): { filterBy(options: string[]): void };
    listen(port: number, host: string): Promise<void>;
  }
}

declare module '@colyseus/ws-transport' {
  import type { Server } from 'node:http';
  export const WebSocketTransport: new (options: { server: Server }) => object;
}

declare module 'msgpackr' {
  export class Packr {
    constructor(options: { useRecords: boolean });
    pack(value: unknown): Buffer;
  }
}

declare module 'ws' {
  import type { EventEmitter } from 'node:events';
  import type { IncomingMessage, Server } from 'node:http';
  import type { Socket } from 'node:net';
  export class WebSocket extends EventEmitter {
    on(event: 'message', listener: (data: Buffer) => void): this;
    on(event: 'close', listener: () => void): this;
  }
  export class WebSocketServer extends EventEmitter {
    constructor(options: { server: Server; perMessageDeflate: boolean });
    on(
      event: 'connection',
      listener: (websocket: WebSocket, request: IncomingMessage & { socket: Socket }) => void,
    ): this;
  }
}
