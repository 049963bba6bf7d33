/** What the reader has chosen for this device, as one of `choices`; null without a choice, or where nothing can be stored. */
export function readChoice<Choice extends string>(key: string, choices: readonly Choice[]): Choice | null {
  try {
    const stored = localStorage.getItem(key);
    return choices.find((choice) => choice === stored) ?? null;
  } catch {
    return null;
  }
}

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
