/**
 * In local storage on a device with a list of athletes, so that others never ask for one. The list itself is known by a cookie
 * that pages can't read.
 */
const key = 'shared-device';

/** Returns whether this device has a list of the athletes who share it. */
export function isSharedDevice(): boolean {
  return localStorage.getItem(key) !== null;
}

export function markShared(isShared: boolean): void {
  if (isShared) localStorage.setItem(key, '1');
  else localStorage.removeItem(key);
}
