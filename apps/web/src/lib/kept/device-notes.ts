/**
 * Notes in local storage of a user's entries in a database of this device: browsers that delete a site's databases to
 * make room keep local storage, so that the page can name lost entries. A note is written after its entry and removed
 * before it, so there are never more notes than entries.
 */
type DeviceNotes<Value> = {
  /** Returns the notes of a user by the keys of the entries. */
  read(user: string): Record<string, Value>;
  /** Returns the notes of entries that were missing when the database was read. */
  lost(user: string): Record<string, Value>;
  add(user: string, key: string, value: Value): void;
  remove(user: string, key: string): void;
  /** Keeps the notes in `before` that have no entry, before a new entry replaces one. */
  compare(user: string, keys: readonly string[], before?: Record<string, Value>): void;
  /** Removes all notes of a user. */
  forget(user: string): void;
  /** Removes the notes of lost entries: the user has read them. */
  forgetLost(user: string): void;
};

/** @param isValue rejects values that another version has written */
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
