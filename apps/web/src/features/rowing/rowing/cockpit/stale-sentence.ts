/** The state of the connection to the monitor. */
export type ErgState = {
  connection: 'connecting' | 'connected' | 'disconnected';
  isSilent: boolean;
  /** Reconnecting automatically after a lost link. */
  isReconnecting: boolean;
  /** Lent to the athlete's other device for a while. */
  isErgLent: boolean;
};

/** Explains why the values are old; null while they are live. */
export function staleSentence({ connection, isSilent, isReconnecting, isErgLent }: ErgState): string | null {
  if (isErgLent) return 'The erg is free for your other device. These are its last values.';
  if (isSilent) {
    const next = connection === 'connected' ? '' : 'Reconnecting… ';
    return `The monitor has stopped sending. ${next}These are its last values.`;
  }
  if (connection !== 'connected' && isReconnecting) {
    return 'The connection to the erg was lost. Reconnecting… These are its last values.';
  }
  if (connection === 'disconnected') return 'The erg is disconnected. These are its last values.';
  if (connection === 'connecting') return 'Waiting for the erg. These are its last values.';
  return null;
}
