/** A page or an action that the search offers. */
export type Destination = {
  to: string;
  label: string;
  /** Synonyms for it. */
  words: string;
  /** Its single-key shortcut. */
  keys?: readonly string[];
};

/** Opens the form of a new session on the dashboard. */
export const newWorkout: Destination = {
  to: '/dashboard#new-workout',
  label: 'New Workout',
  words: 'create session schedule plan',
  keys: ['n'],
};

export const actions: readonly Destination[] = [
  newWorkout,
  { to: '/row', label: 'Just row', words: 'start erg simulated' },
  { to: '/club-create', label: 'Create a club', words: 'new' },
];

export const pages: readonly Destination[] = [
  { to: '/dashboard', label: 'Dashboard', words: 'home feed today', keys: ['g', 'd'] },
  {
    to: '/training/activity',
    label: 'Activity',
    words: 'history results workouts training',
    keys: ['g', 'h'],
  },
  {
    to: '/training/statistics',
    label: 'Statistics',
    words: 'charts figures bests training',
    keys: ['g', 's'],
  },
  { to: '/training/calendar', label: 'Calendar', words: 'month week plan training', keys: ['g', 'c'] },
  { to: '/explore/clubs', label: 'Clubs', words: 'explore find', keys: ['g', 'e'] },
  { to: '/explore/athletes', label: 'Athletes', words: 'explore find people', keys: ['g', 'a'] },
  { to: '/notifications', label: 'Notifications', words: 'bell unread' },
  { to: '/settings', label: 'Settings', words: 'preferences account privacy profile' },
];

/** Returns the destination of a key, after the key pressed before it; null without one. */
export function destinationOfKeys(after: string, key: string): string | null {
  if (after !== 'g') return key === newWorkout.keys?.[0] ? newWorkout.to : null;
  return pages.find(({ keys }) => keys?.[1] === key)?.to ?? null;
}

/** Returns whether each word of `text` begins a word of `named`. */
export function isNamed(text: string, named: string): boolean {
  const words = wordsOf(named);
  return wordsOf(text).every((typed) => words.some((word) => word.startsWith(typed)));
}

/** Letters without accents, so that `munster` finds Münster. */
const wordsOf = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
