/**
 * Notes in local storage of what a database of this device has for a user: browsers that delete the databases of a
 * site to make room leave it, and the page must name lost entries. A note is written after its entry and removed
 * before: there are never more notes than there were entries.
 */
type DeviceNotes<Value> = {
  /** Returns the notes of a user by the keys of the entries. */
  read(user: string): Record<string, Value>;
  /** Returns those of entries that were not there when the database was read. */
  lost(user: string): Record<string, Value>;
  add(user: string, key: string, value: Value): void;
  remove(user: string, key: string): void;
  /** Keeps which of the notes in `before` have no entry, before another entry takes the place of one. */
  compare(user: string, keys: readonly string[], before?: Record<string, Value>): void;
  /** Removes all notes of a user. */
  forget(user: string): void;
  /** Removes those of lost entries: the user has read them. */
  forgetLost(user: string): void;
};

/** @param isValue leaves out what another version has written */
export function deviceNotes<Value>(
  name: string,
  isValue: (value: unknown) => value is Value,
): DeviceNotes<Value> {
  const keyOf = (user: string) => `${name}-of-${user}`;
  const lostKeyOf = (user: string) => `${keyOf(user)}-lost`;

  function readAt(at: string): Record<string, Value> {
    try {
      const stored: unknown = JSON.parse(localStorage.getItem(at) ?? '{}');
      if (typeof stored !== 'object' || stored === null) return {};
      return Object.fromEntries(
        Object.entries(stored).flatMap(([key, value]: [string, unknown]) =>
          isValue(value) ? [[key, value]] : [],
        ),
      );
    } catch {
      return {};
    }
  }
  function write(at: string, notes: Record<string, Value>): void {
    try {
      if (Object.keys(notes).length === 0) localStorage.removeItem(at);
      else localStorage.setItem(at, JSON.stringify(notes));
    } catch (error) {
      console.info('Local storage is not available', error);
    }
  }
  const read = (user: string) => readAt(keyOf(user));
  const lost = (user: string) => readAt(lostKeyOf(user));
  function remove(user: string, key: string): void {
    const { [key]: _, ...others } = read(user);
    write(keyOf(user), others);
  }
  return {
    read,
    lost,
    remove,
    add(user, key, value) {
      const noted = read(user);
      if (noted[key] !== value) write(keyOf(user), { ...noted, [key]: value });
    },
    compare(user, keys, before = read(user)) {
      const now = read(user);
      const gone = Object.entries(before).filter(([key]) => key in now && !keys.includes(key));
      if (gone.length === 0) return;
      write(lostKeyOf(user), { ...lost(user), ...Object.fromEntries(gone) });
      for (const [key] of gone) remove(user, key);
    },
    forget(user) {
      write(keyOf(user), {});
      write(lostKeyOf(user), {});
    },
    forgetLost: (user) => write(lostKeyOf(user), {}),
  };
}
