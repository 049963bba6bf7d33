/** State of a navigation to a session, whose first item is then open to begin. */
export const beginsAtOnce = { begins: true } as const;

/** Returns whether a location's state is `beginsAtOnce`. */
export function doesBeginAtOnce(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'begins' in state && state.begins === true;
}
