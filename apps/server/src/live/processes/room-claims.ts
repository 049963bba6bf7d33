/** Decides which process has a room: its pages get frames, chat and presence from only one process. */
export type RoomClaims = {
  /**
   * Claims a room for this process.
   * @param mayMove whether the page came through its session's address, so that the room belongs here: the room is then
   *   taken over from another process
   * @returns `moved` when another process had it, and `elsewhere` when that one keeps it
   */
  take(roomId: string, mayMove: boolean): Promise<'held' | 'moved' | 'elsewhere'>;
  /** Finds out whether a claimed room is another's now. */
  check(roomId: string): Promise<void>;
  /** Calls the listener with a room that another process has taken over. */
  onLost(listener: (roomId: string) => void): void;
  /**
   * Sets the function that returns the rooms with connections to this process: their claims are renewed, other claims
   * end.
   */
  keepFor(roomsInUse: () => ReadonlySet<string>): void;
};

/** The claims of the only process. */
export const allRooms: RoomClaims = {
  take: async () => 'held',
  check: async () => {},
  onLost() {},
  keepFor() {},
};
