/** Carries messages between the processes of an installation. */
export type Bus = {
  /**
   * Sends a message to the other processes, in order; messages are kept and sent later while the others can't be
   * reached.
   */
  publish(message: string): void;
  /** Calls the one listener with each message of another process, in the order in which they were sent. */
  onMessage(listener: (message: string) => void): void;
  /**
   * Calls the one listener when messages may be missing: repeatedly while the others are unreachable, and
   * afterwards.
   */
  onGap(listener: () => void): void;
};

/** The bus of the only process. */
export const noBus: Bus = { publish() {}, onMessage() {}, onGap() {} };
