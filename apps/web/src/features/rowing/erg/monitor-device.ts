/**
 * The port of real and simulated monitors. Each passes `test/erg/transport-conformance.ts`. Characteristics are the
 * monitor's 16-bit numbers, values the transmitted bytes.
 */
export type MonitorLink = {
  read(characteristic: number): Promise<Uint8Array>;
  write(characteristic: number, bytes: Uint8Array): Promise<void>;
  /** `onBytes` receives a copy of every value in order, until the link ends. */
  subscribe(characteristic: number, onBytes: (bytes: Uint8Array) => void): Promise<void>;
  /** Rejects if the monitor may continue to notify, but not if the link has ended. */
  unsubscribe(characteristic: number): Promise<void>;
};

export type MonitorDevice = {
  readonly id: string;
  readonly name: string;
  readonly isSimulated: boolean;
  /** An erg of another maker, not a monitor. */
  readonly isOtherRower?: boolean;
  /** One link at a time. May be called again after the link has ended. Rejects when `signal` aborts. */
  connect(signal: AbortSignal): Promise<MonitorLink>;
  /** Subscribes to lost links, but not to `disconnect()`. Returns the unsubscribe function. */
  onDisconnected(listener: () => void): () => void;
  /** Ends the link without an event; its running operations reject. */
  disconnect(): void;
};
