/**
 * The port behind which a real and a simulated monitor are the same thing.
 * Characteristics are the monitor's 16-bit numbers, values the bytes as they are on the air.
 */
export type MonitorLink = {
  read(characteristic: number): Promise<Uint8Array>;
  write(characteristic: number, bytes: Uint8Array): Promise<void>;
  /** `onBytes` gets a copy of every value, in order; none before this call, none after the link has ended. */
  subscribe(characteristic: number, onBytes: (bytes: Uint8Array) => void): Promise<void>;
  /** Never rejects: what is already gone needs no stopping. */
  unsubscribe(characteristic: number): Promise<void>;
};

export type MonitorDevice = {
  readonly id: string;
  readonly name: string;
  readonly isSimulated: boolean;
  /** One link at a time. May be called again after the link has ended. Rejects when `signal` aborts. */
  connect(signal: AbortSignal): Promise<MonitorLink>;
  /** Tells of a link that ended by itself; not of `disconnect()`. Returns how to stop listening. */
  onDisconnected(listener: () => void): () => void;
  /** Ends the link, silently; every operation of it that is under way rejects. */
  disconnect(): void;
};
