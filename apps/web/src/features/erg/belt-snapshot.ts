/** A heart-rate belt beside the monitor. */
export type BeltSnapshot = {
  /** 'silent': connected, but no measurements come. */
  state: 'disconnected' | 'connecting' | 'connected' | 'silent';
  /** Reconnecting automatically after a lost link or a failed attempt. */
  reconnecting: boolean;
  deviceName: string | null;
  /** Null without skin contact, before the first measurement, and once it is 3 s old. */
  heartRateBpm: number | null;
  /** Whether the belt says that it has no contact to the skin. */
  isOffSkin: boolean;
  /** Wall clock time in ms of the last measurement before the silence; null while they come. */
  silentSinceMs: number | null;
  /** Reason for the end of the last attempt or link; null while connected. */
  problem: string | null;
};

export const noBelt: BeltSnapshot = {
  state: 'disconnected',
  reconnecting: false,
  deviceName: null,
  heartRateBpm: null,
  isOffSkin: false,
  silentSinceMs: null,
  problem: null,
};
