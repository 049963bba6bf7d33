/** Returns whether this device stores the choice; null removes it. */
export function storeChoice(key: string, choice: string | null): boolean {
  try {
    if (choice === null) localStorage.removeItem(key);
    else localStorage.setItem(key, choice);
    return true;
  } catch {
    return false;
  }
}
