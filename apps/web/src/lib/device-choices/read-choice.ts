/** What the reader has chosen for this device, as one of `choices`; null without a choice, or where nothing can be stored. */
export function readChoice<Choice extends string>(key: string, choices: readonly Choice[]): Choice | null {
  try {
    const stored = localStorage.getItem(key);
    return choices.find((choice) => choice === stored) ?? null;
  } catch {
    return null;
  }
}
